package org.mobilitydb.spark.jni;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import org.mobilitydb.spark.catalyst.Catalog;

/**
 * Loads the library, once a class loader.
 *
 * <p>The file in the jar is copied into a fresh directory of the user's only, loaded and deleted at once: nothing is left
 * behind, whatever becomes of the process, and two class loaders never share a file. {@code -Dorg.mobilitydb.spark.native.dir}
 * says where (by default the directory for temporary files; it must allow execution); {@code
 * -Dorg.mobilitydb.spark.native.path} names a library to load as it is.
 */
final class NativeLoader {
  static final String DIR = "org.mobilitydb.spark.native.dir";
  static final String PATH = "org.mobilitydb.spark.native.path";

  private static final String FOLDER = "/org/mobilitydb/spark/native/";

  /** Why there is no library; null where there is one. */
  private static final Failure FAILURE = load();

  private record Failure(String message, Throwable cause) {}

  private NativeLoader() {}

  /**
   * Returns where the library is loaded.
   *
   * @throws NativeLibraryException where it cannot be: each time with the same message, and never a linkage error, which would
   *     pass through Spark's own guards
   */
  static void require() {
    if (FAILURE != null) {
      throw new NativeLibraryException(FAILURE.message, FAILURE.cause);
    }
  }

  private static Failure load() {
    try {
      String path = System.getProperty(PATH);
      if (path != null) {
        System.load(Path.of(path).toAbsolutePath().toString());
      } else {
        loadFromJar();
      }
      int expected = Catalog.get().hash();
      int found = Bridge.tableHash();
      if (found != expected) {
        throw new IllegalStateException(
            String.format(
                "the library has another table of functions (%08x) than the jar (%08x)",
                found, expected));
      }
      return null;
    } catch (IOException | RuntimeException | LinkageError e) {
      return new Failure(message(e), e);
    }
  }

  private static void loadFromJar() throws IOException {
    String file = Platforms.file(Platforms.here());
    String name = file.substring(file.indexOf('/') + 1);
    // Of our own class: with --jars the class path's loader does not see the jar.
    try (InputStream library =
        NativeLoader.class.getResourceAsStream(FOLDER + file)) {
      if (library == null) {
        throw new IOException("the jar has no library for " + Platforms.here());
      }
      Path directory = createDirectory();
      Path copy = directory.resolve(name);
      try {
        Files.copy(library, copy);
        System.load(copy.toAbsolutePath().toString());
      } finally {
        delete(copy);
        delete(directory);
      }
    }
  }

  private static Path createDirectory() throws IOException {
    Path parent = Path.of(System.getProperty(DIR, System.getProperty("java.io.tmpdir")));
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owner =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    return Files.createTempDirectory(parent, "mobilityspark-", owner);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Windows keeps a loaded library until the process ends.
      path.toFile().deleteOnExit();
    }
  }

  private static String message(Throwable cause) {
    String inJar =
        Platforms.KNOWN.stream()
            .filter(p -> NativeLoader.class.getResource(FOLDER + Platforms.file(p)) != null)
            .collect(Collectors.joining(", "));
    return "MobilitySpark's native library cannot be loaded: "
        + cause.getMessage()
        + ". Found "
        + Platforms.describe()
        + "; libraries in the jar: "
        + (inJar.isEmpty() ? "none" : inJar)
        + ". The directory of -D"
        + DIR
        + " (now "
        + System.getProperty(DIR, System.getProperty("java.io.tmpdir"))
        + ") must allow execution; -D"
        + PATH
        + " names a library to use instead.";
  }
}
