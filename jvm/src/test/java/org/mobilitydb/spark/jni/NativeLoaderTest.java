package org.mobilitydb.spark.jni;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("check-jni")
final class NativeLoaderTest {
  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, false, linux-x86_64",
    "Linux, x86_64, false, linux-x86_64",
    "Linux, aarch64, false, linux-aarch64",
    "Linux, arm64, false, linux-aarch64",
    "Linux, amd64, true, linux-musl-x86_64",
    "Linux, riscv64, false, linux-riscv64",
    "Mac OS X, arm64, false, macos-aarch64",
    "Mac OS X, x86_64, false, macos-x86_64",
    "Windows 11, amd64, false, windows-x86_64",
  })
  void folderOfAPlatform(String os, String arch, boolean musl, String folder) {
    assertEquals(folder, Platforms.folder(os, arch, musl));
  }

  @ParameterizedTest
  @CsvSource({
    "linux-x86_64, linux-x86_64/libmobilityspark.so",
    "linux-musl-aarch64, linux-musl-aarch64/libmobilityspark.so",
    "macos-aarch64, macos-aarch64/libmobilityspark.dylib",
    "windows-x86_64, windows-x86_64/mobilityspark.dll",
  })
  void fileOfAFolder(String folder, String file) {
    assertEquals(file, Platforms.file(folder));
  }

  /** The jar has two libraries, of which one is no library at all, and none of them for this processor. */
  @Test
  void aPlatformThatTheJarDoesNotHaveIsNamedAndNothingIsTried(@TempDir Path directory) throws Exception {
    Path unpacked = Files.createDirectory(directory.resolve("unpacked"));
    Path other = directory.resolve("org/mobilitydb/spark/native").resolve(Platforms.file("linux-musl-aarch64"));
    Files.createDirectories(other.getParent());
    Files.writeString(other, "no library");
    try (URLClassLoader loader = isolated(directory.toUri().toURL())) {
      Class<?> control = with(Map.of("os.arch", "riscv64", NativeLoader.DIR, unpacked.toString()), loader);
      String first = failure(control);
      assertEquals(first, failure(control));
      assertTrue(first.contains("the jar has no library for linux-riscv64. Found os Linux, arch riscv64"), first);
      assertTrue(first.contains("libraries in the jar: " + Platforms.here() + ", linux-musl-aarch64."), first);
    }
    try (Stream<Path> left = Files.list(unpacked)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void threeClassLoadersLoadThreeLibrariesAndLeaveNothing(@TempDir Path directory) throws Exception {
    Class<?> previous = Control.class;
    for (int i = 0; i < 3; i++) {
      try (URLClassLoader loader = isolated()) {
        Class<?> control = with(Map.of(NativeLoader.DIR, directory.toString()), loader);
        assertNotSame(previous, control);
        assertEquals(Control.version(), control.getMethod("version").invoke(null));
        previous = control;
      }
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void aLibraryThatIsNotThereGivesTheSameMessageEachTime() throws Exception {
    try (URLClassLoader loader = isolated()) {
      Class<?> control = with(Map.of(NativeLoader.PATH, "/no/such/library.so"), loader);
      String first = failure(control);
      assertEquals(first, failure(control));
      assertTrue(first.contains("/no/such/library.so"), first);
      assertTrue(first.contains("os " + System.getProperty("os.name")), first);
      assertTrue(first.contains("arch " + System.getProperty("os.arch")), first);
      assertTrue(first.contains("libraries in the jar: " + Platforms.here()), first);
      assertTrue(Platforms.isMusl() || first.contains("C library glibc 2."), first);
    }
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed(@TempDir Path directory) throws Exception {
    try (URLClassLoader loader = isolated()) {
      Path missing = directory.resolve("missing");
      String message = failure(with(Map.of(NativeLoader.DIR, missing.toString()), loader));
      assertTrue(message.contains(missing.toString()), message);
      assertTrue(message.contains(NativeLoader.DIR), message);
    }
  }

  private static String failure(Class<?> control) {
    Throwable thrown =
        assertThrows(
                InvocationTargetException.class, () -> control.getMethod("version").invoke(null))
            .getCause();
    assertEquals(NativeLibraryException.class.getName(), thrown.getClass().getName());
    return thrown.getMessage();
  }

  /** The class of another loader, initialised while the properties are set. */
  private static Class<?> with(Map<String, String> properties, ClassLoader loader) throws Exception {
    Properties before = (Properties) System.getProperties().clone();
    properties.forEach(System::setProperty);
    try {
      Class.forName(NativeLoader.class.getName(), true, loader);
      return Class.forName(Control.class.getName(), true, loader);
    } finally {
      System.setProperties(before);
    }
  }

  /** A loader with classes of ours of its own, as an application's jar has, and with what else stands at some places. */
  private static URLClassLoader isolated(URL... others) throws IOException {
    URL ours = Control.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] all = Stream.concat(Stream.of(ours), Stream.of(others)).toArray(URL[]::new);
    return new URLClassLoader(all, NativeLoaderTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
          if (!name.startsWith("org.mobilitydb.")) {
            return super.loadClass(name, resolve);
          }
          Class<?> loaded = findLoadedClass(name);
          return loaded == null ? findClass(name) : loaded;
        }
      }

      @Override
      public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
      }
    };
  }
}
