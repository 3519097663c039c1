import InlineWorker from './worker?worker&inline';

// boxcars.html has no file beside it: the Worker is made of a text inside.
export const startWorker = (): Worker => new InlineWorker();
