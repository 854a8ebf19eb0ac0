package org.mobilitydb.spark.jni;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names of operating systems, processors and C libraries, as in the jar's folders and in messages. */
final class Platforms {
  /** The folders that a jar can have. */
  static final List<String> KNOWN =
      List.of(
          "linux-x86_64",
          "linux-aarch64",
          "linux-musl-x86_64",
          "linux-musl-aarch64",
          "macos-x86_64",
          "macos-aarch64",
          "windows-x86_64",
          "windows-aarch64");

  private static final Path MAPS = Path.of("/proc/self/maps");

  private Platforms() {}

  /** The jar's folder for a platform: {@code linux-x86_64}, {@code linux-musl-aarch64}. */
  static String folder(String osName, String osArch, boolean musl) {
    String os = osName.toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") || os.startsWith("darwin") ? "macos" : os.split(" ")[0];
    String processor =
        switch (osArch.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64", "x64", "x86-64" -> "x86_64";
          case "aarch64", "arm64" -> "aarch64";
          default -> osArch.toLowerCase(Locale.ROOT);
        };
    return system + (musl ? "-musl-" : "-") + processor;
  }

  /** The library in the jar, below its folder of libraries: {@code linux-x86_64/libmobilityspark.so}. */
  static String file(String folder) {
    String name =
        switch (folder.substring(0, folder.indexOf('-'))) {
          case "macos" -> "libmobilityspark.dylib";
          case "windows" -> "mobilityspark.dll";
          default -> "libmobilityspark.so";
        };
    return folder + "/" + name;
  }

  /** The folder for this process. */
  static String here() {
    return folder(System.getProperty("os.name"), System.getProperty("os.arch"), isMusl());
  }

  /** What this process runs on, for a message. */
  static String describe() {
    return "os "
        + System.getProperty("os.name")
        + ", arch "
        + System.getProperty("os.arch")
        + ", C library "
        + (isMusl() ? "musl" : glibc().map(v -> "glibc " + v).orElse("unknown"))
        + ", Java "
        + System.getProperty("java.version");
  }

  /** Whether the JVM itself runs on musl: what it has mapped, not what else is installed. */
  static boolean isMusl() {
    return mapped("ld-musl-").isPresent();
  }

  private static Optional<String> glibc() {
    Pattern version = Pattern.compile("GNU C Library[^\\n]*? version ([0-9.]+[0-9])");
    return mapped("/libc.so.6")
        .or(() -> mapped("/libc-2."))
        .flatMap(
            path -> {
              try {
                String text = Files.readString(Path.of(path), StandardCharsets.ISO_8859_1);
                Matcher found = version.matcher(text);
                return found.find() ? Optional.of(found.group(1)) : Optional.empty();
              } catch (IOException e) {
                return Optional.empty();
              }
            });
  }

  private static Optional<String> mapped(String part) {
    try (Stream<String> lines = Files.lines(MAPS, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.contains(part))
          .map(line -> line.substring(line.indexOf('/')))
          .findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
