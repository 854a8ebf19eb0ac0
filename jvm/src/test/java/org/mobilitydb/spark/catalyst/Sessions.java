package org.mobilitydb.spark.catalyst;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Sessions of tests: with the extension and without it. Whoever opens one stops it. */
public final class Sessions {
  private Sessions() {}

  /** A session with the extension. */
  public static SparkSession with() {
    return with(Map.of());
  }

  /** A session with the extension and these settings. */
  public static SparkSession with(Map<String, String> settings) {
    SparkSession.Builder builder =
        base().config("spark.sql.extensions", MobilitySparkExtensions.class.getName());
    settings.forEach(builder::config);
    return builder.getOrCreate();
  }

  /** A session of plain Spark. */
  public static SparkSession without() {
    return base().getOrCreate();
  }

  private static SparkSession.Builder base() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.session.timeZone", "UTC");
  }

  /** The rows of a query as text, fields separated by a bar, bytes in hexadecimal digits. */
  public static List<String> rows(SparkSession session, String query) {
    return session.sql(query).collectAsList().stream().map(Sessions::text).toList();
  }

  /** The one value of a query. */
  public static Object value(SparkSession session, String query) {
    return session.sql(query).head().get(0);
  }

  /** The physical plan of a query that has run. */
  public static String plan(SparkSession session, String query) {
    return session.sql("EXPLAIN " + query).head().getString(0);
  }

  /** What is logged as a warning or worse while an action runs. */
  public static Set<String> warningsOf(Runnable action) {
    List<LogEvent> events = new CopyOnWriteArrayList<>();
    AbstractAppender appender =
        new AbstractAppender("warnings", null, null, true, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            events.add(event.toImmutable());
          }
        };
    appender.start();
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    context.getRootLogger().addAppender(appender);
    try {
      action.run();
    } finally {
      context.getRootLogger().removeAppender(appender);
    }
    Set<String> messages = new TreeSet<>();
    events.stream()
        .filter(event -> event.getLevel().isMoreSpecificThan(Level.WARN))
        .forEach(event -> messages.add(event.getMessage().getFormattedMessage()));
    return messages;
  }

  private static String text(Row row) {
    StringJoiner text = new StringJoiner("|");
    for (int i = 0; i < row.length(); i++) {
      Object value = row.get(i);
      text.add(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value));
    }
    return text.toString();
  }
}
