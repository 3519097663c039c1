import { expect, test } from '@playwright/test';

test('the documents are pages of the site, and every link among them leads somewhere', async ({ request, baseURL }) => {
  const waiting = [new URL('docs/index.html', baseURL).href];
  const texts = new Map<string, string>();
  const links: string[] = [];
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    if (texts.has(url)) continue;
    const answer = await request.get(url);
    expect(answer.status(), url).toBe(200);
    const text = await answer.text();
    texts.set(url, text);
    if (!url.includes('/docs/') || !url.endsWith('.html')) continue;
    for (const [, href] of text.matchAll(/ href="([^"]+)"/g)) {
      const link = new URL(href!, url);
      links.push(link.href);
      waiting.push(link.origin + link.pathname);
    }
  }
  for (const link of links) {
    const { origin, pathname, hash } = new URL(link);
    if (hash) expect(texts.get(origin + pathname), link).toContain(` id="${hash.slice(1)}"`);
  }
  for (const name of ['questions', 'assault', 'method', 'rules', 'experiments/fire-or-not', 'bench'])
    expect(
      [...texts.keys()].some((url) => url.endsWith(`/docs/${name}.html`)),
      name,
    ).toBe(true);
  expect([...texts.keys()].some((url) => url.endsWith('/docs/files/examples/two-sides.toml'))).toBe(true);
});

test('a document fits a phone, shows what was typed, and is found from the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('./');
  await page.getByRole('link', { name: 'All questions, with examples' }).click();
  await expect(page.locator('h1')).toBeVisible();
  for (const name of ['questions', 'assault', 'rules']) {
    await page.goto(`./docs/${name}.html`);
    await expect(page.locator('main')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await page.goto('./docs/assault.html');
  await expect(page.locator('pre b').first()).toContainText('$ boxcars assault');
});
