/**
 * Goes on with a value: at once where it is there, later where it is awaited. A read from memory or SQLite
 * has its value at once, and a promise for each step of a request would cost more than the steps do.
 */
export function goOn<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
