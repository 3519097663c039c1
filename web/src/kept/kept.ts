import { effect, signal, type Signal } from '@preact/signals';

/** A signal whose value stays on the device, in localStorage, as JSON. */
export function kept<T>(name: string, first: T): Signal<T> {
  const key = 'boxcars.' + name;
  const value = signal<T>(stored(key) ?? first);
  effect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(value.value));
    } catch {
      // no room, or not allowed: it lasts as long as the page
    }
  });
  return value;

  function stored(from: string): T | undefined {
    try {
      const text = localStorage.getItem(from);
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  }
}
