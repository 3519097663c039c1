import { computed, effect, signal } from '@preact/signals';
import { kept } from '../kept/kept';

// Light or dark: as was chosen here, else as the device has it.
const chosen = kept<'auto' | 'light' | 'dark'>('theme', 'auto');
const device = matchMedia('(prefers-color-scheme: dark)');
const isDeviceDark = signal(device.matches);
device.addEventListener('change', () => (isDeviceDark.value = device.matches));

export const isDark = computed(() => (chosen.value === 'auto' ? isDeviceDark.value : chosen.value === 'dark'));

effect(() => {
  document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light';
});

export const toggleTheme = (): void => void (chosen.value = isDark.value ? 'light' : 'dark');
