//! Boxes and packed trees over moving points: the room where joins find their candidates.
