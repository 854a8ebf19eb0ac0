package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.function.UnaryOperator;
import scala.Function1;
import scala.PartialFunction;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/** The few Scala values that Spark's methods ask for. */
final class Scala {
  private Scala() {}

  /** The sequence without elements. */
  static <T> Seq<T> none() {
    return seq(List.of());
  }

  /** The sequence of one element. */
  static <T> Seq<T> one(T element) {
    return seq(List.of(element));
  }

  /** An immutable sequence of the elements of a list. */
  static <T> Seq<T> seq(List<? extends T> elements) {
    return CollectionConverters.<T>asScala(List.copyOf(elements)).toSeq();
  }

  /** The elements of a sequence. */
  static <T> List<T> list(Seq<T> elements) {
    return List.copyOf(CollectionConverters.asJava(elements));
  }

  /** A partial function that is defined where {@code rewrite} gives another object than it was given. */
  static <T> PartialFunction<T, T> rewriting(UnaryOperator<T> rewrite) {
    return new Rewriting<>(rewrite);
  }

  private static final class Rewriting<T> extends AbstractPartialFunction<T, T> {
    private static final long serialVersionUID = 1L;
    private final transient UnaryOperator<T> rewrite;

    Rewriting(UnaryOperator<T> rewrite) {
      this.rewrite = rewrite;
    }

    @Override
    public boolean isDefinedAt(T value) {
      return rewrite.apply(value) != value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends T, B> B applyOrElse(A value, Function1<A, B> otherwise) {
      T rewritten = rewrite.apply(value);
      return rewritten == value ? otherwise.apply(value) : (B) rewritten;
    }
  }
}
