import { expect, type Locator, type Page } from '@playwright/test';
import type { Answer } from '../../src/answer/answer';

/** Opens the page at a question, and waits until it is ready. */
export async function open(page: Page, line = ''): Promise<void> {
  await page.goto('./' + (line ? '#' + encodeURI(line) : ''));
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
}

/** Where the question is typed. */
export const lineOf = (page: Page): Locator => page.locator('#line');

/** Opens what is folded: the charts (`.charts`), the dice (`.dice-panel`), the form (`#form`). */
export const unfold = (page: Page, what: string): Promise<void> =>
  page.locator(what).evaluate((details: HTMLDetailsElement) => void (details.open = true));

/** The odds that the page shows, by the names of the program. */
export async function shownOdds(page: Page): Promise<Map<string, number>> {
  const rows = await page.locator('#odds figure').evaluateAll((figures) =>
    figures.flatMap((figure) => {
      const title = figure.querySelector('h2')?.textContent ?? '';
      const before = title === 'all together' || title === 'hex by hex' ? '' : title + ' ';
      return [...figure.querySelectorAll<HTMLElement>('tr[data-exact]')].map(
        (row) => [before + (row.querySelector('th')?.textContent ?? ''), Number(row.dataset.exact)] as [string, number],
      );
    }),
  );
  return new Map(rows);
}

/** All odds that can be otherwise are shown as the native program has them. */
export async function expectOdds(page: Page, answer: Answer): Promise<void> {
  await expect(page.locator('#odds:not(.stale)')).toBeVisible();
  await unfold(page, '.charts');
  const events = answer.events.filter(({ exact }) => exact !== null && exact > 0 && exact < 1);
  await expect
    .poll(async () => {
      const shown = await shownOdds(page);
      return events.filter(({ name, exact }) => shown.get(name) !== exact).map(({ name }) => name);
    })
    .toEqual([]);
}

/** Sets a field of the form by the control of its kind. */
export async function setField(page: Page, key: string, kind: string, values: string[], folder: string): Promise<void> {
  const field = page.locator(`.field[data-key="${key}"]`);
  const more = page.locator('details.more', { has: field });
  if ((await more.count()) && !(await more.evaluate((details: HTMLDetailsElement) => details.open))) await more.locator('summary').click();
  if (kind === 'flag') {
    await field.getByRole('switch').click();
  } else if (kind === 'choice') {
    const choice = field.getByRole('button', { name: values[0]!, exact: true });
    if (!(await choice.count())) await field.getByRole('button', { name: /choices of/ }).click();
    if ((await choice.getAttribute('aria-pressed')) !== 'true') await choice.click();
  } else if (kind === 'unit' || kind === 'location_unit') {
    for (const value of values) {
      await field.getByRole('button', { name: /^Add to/ }).click();
      await field.locator('.palette button').first().click();
      await field.locator('.tray .counter-button').last().click();
      await field.getByLabel('The unit as a text').fill(value);
      await field.getByRole('button', { name: 'done' }).click();
    }
  } else if (kind === 'file') {
    await field.locator('input[type=file]').setInputFiles(`${folder}/${values[0]}`);
  } else {
    await field.locator('input').fill(values.map((value) => (values.length > 1 && value.includes(' ') ? `"${value}"` : value)).join(' '));
  }
}
