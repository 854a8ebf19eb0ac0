//! A seeded stream of random numbers: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
//!
//! Ours rather than a crate's, so that a seed gives the same days for ever.

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// One stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream number `stream` of `seed`; streams of one seed are independent of each other.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut mixer = Self(seed ^ stream.wrapping_mul(GOLDEN).rotate_left(17));
        Self(mixer.next_u64() ^ stream)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number in [low, high).
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number in 0 .. n; n >= 1. The bias is below n / 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A standard normal number, by Box and Muller, cut at 4 so that noise stays plausible.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        (radius * (std::f64::consts::TAU * self.unit()).cos()).clamp(-4.0, 4.0)
    }

    /// One of `items`, which is not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_and_stream_give_the_same_numbers() {
        let (mut a, mut b) = (Rng::new(7, 3), Rng::new(7, 3));
        assert!((0..100).all(|_| a.next_u64() == b.next_u64()));
    }

    #[test]
    fn streams_of_a_seed_differ() {
        assert_ne!(Rng::new(7, 3).next_u64(), Rng::new(7, 4).next_u64());
        assert_ne!(Rng::new(7, 3).next_u64(), Rng::new(8, 3).next_u64());
    }

    #[test]
    fn numbers_have_the_promised_ranges_and_means() {
        let mut rng = Rng::new(1, 1);
        let (mut sum, mut sum_normal, mut square) = (0.0, 0.0, 0.0);
        for _ in 0..100_000 {
            let u = rng.range(2.0, 4.0);
            assert!((2.0..4.0).contains(&u));
            sum += u;
            let z = rng.normal();
            sum_normal += z;
            square += z * z;
            assert!(rng.below(3) < 3);
        }
        assert!((sum / 1e5 - 3.0).abs() < 0.01);
        assert!((sum_normal / 1e5).abs() < 0.02);
        assert!((square / 1e5 - 1.0).abs() < 0.03);
    }
}
