import { effect } from '@preact/signals';
import { kept } from '../kept/kept';

/** Light, dark, or as the device has it. */
export const theme = kept<'auto' | 'light' | 'dark'>('theme', 'auto');

effect(() => {
  const root = document.documentElement;
  if (theme.value === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme.value;
});

export function toggleTheme(): void {
  const isDark = theme.value === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark';
  theme.value = isDark ? 'light' : 'dark';
}
