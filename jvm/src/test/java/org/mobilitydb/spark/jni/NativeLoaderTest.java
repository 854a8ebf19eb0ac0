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

  @Test
  void threeClassLoadersLoadThreeLibrariesAndLeaveNothing(@TempDir Path directory) throws Exception {
    Class<?> previous = Control.class;
    for (int i = 0; i < 3; i++) {
      try (URLClassLoader loader = isolated()) {
        Class<?> control = with(NativeLoader.DIR, directory.toString(), loader);
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
      Class<?> control = with(NativeLoader.PATH, "/no/such/library.so", loader);
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
      String message = failure(with(NativeLoader.DIR, missing.toString(), loader));
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

  /** The class of another loader, initialised while the property is set. */
  private static Class<?> with(String property, String value, ClassLoader loader) throws Exception {
    System.setProperty(property, value);
    try {
      Class.forName(NativeLoader.class.getName(), true, loader);
      return Class.forName(Control.class.getName(), true, loader);
    } finally {
      System.clearProperty(property);
    }
  }

  /** A loader with classes of ours of its own, as an application's jar has. */
  private static URLClassLoader isolated() throws IOException {
    URL[] ours = {
      Control.class.getProtectionDomain().getCodeSource().getLocation(),
    };
    return new URLClassLoader(ours, NativeLoaderTest.class.getClassLoader()) {
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
