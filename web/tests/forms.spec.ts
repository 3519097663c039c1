import { expect, test } from '@playwright/test';
import { asked, read, write } from '../src/command/command';
import { join, split } from '../src/command/words';
import { described, maps, native, nativeAnswer } from './support/native';
import { expectOdds, lineOf, open, setField, unfold } from './support/page';

// Every question of describe is asked by its form, as its examples have it: the odds are those of the native program.

const describe = described();

for (const question of describe.questions) {
  if (question.name === 'assault') continue; // has an editor: views.spec.ts
  const examples = question.examples.map((example) => asked(split(example.replaceAll('experiments/maps/', ''))));
  const chosen = examples.filter((words) => !words.includes('town.toml')); // which is nobody's
  test(`the form of ${question.name}`, async ({ page }) => {
    await open(page);
    for (const words of chosen) {
      const command = read(words, describe)!;
      expect(command, words.join(' ')).not.toBeNull();
      const answer = nativeAnswer(...words, '--method', 'exact');
      await lineOf(page).fill('');
      await lineOf(page).fill(question.name);
      for (const field of question.fields) {
        const values = command.inputs[field.key];
        if (values) await setField(page, field.key, field.kind, values, maps);
      }
      await expectOdds(page, answer);
      await expect(lineOf(page)).toHaveValue(join(write(question, command.inputs)));
    }
  });
}

test('a question and a field that are new show themselves', async ({ page }) => {
  await page.addInitScript(() => {
    const parse = JSON.parse;
    JSON.parse = (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown) => {
      const value = parse(text, reviver) as { questions?: { fields: unknown[] }[]; common?: unknown };
      if (value?.questions && value.common) {
        const field = {
          key: 'new_thing',
          kind: 'choice',
          group: 'The attack',
          help: 'what it does',
          choices: ['low', 'high'],
          positional: true,
          repeatable: false,
          required: false,
        };
        value.questions[0]!.fields.push(field);
        value.questions.push({
          ...{
            name: 'toy',
            title: 'A question of tomorrow.',
            examples: ['boxcars toy high'],
            clashes: [{ key: 'other', not_with: { key: 'new_thing', values: ['low'] }, why: 'it is too low' }],
          },
          fields: [field, { ...field, key: 'other', kind: 'a kind of tomorrow', choices: undefined, positional: false }],
        } as never);
      }
      return value;
    };
  });
  await open(page);
  await page.getByRole('link', { name: /A question of tomorrow/ }).click();
  const form = page.getByRole('form', { name: /toy/ });
  await form.getByRole('button', { name: 'low' }).click();
  await expect(lineOf(page)).toHaveValue('toy low');
  await form.locator('summary').click();
  await expect(form.locator('.field[data-key=other]')).toContainText('not with new thing low: it is too low');
  await page.getByRole('navigation', { name: 'Questions' }).getByRole('link', { name: 'attack' }).click();
  await page.locator('.field[data-key=new_thing]').getByRole('button', { name: 'high' }).click();
  await expect(lineOf(page)).toHaveValue('attack --new-thing high');
});

test('bad input is told at its field', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4');
  await expect(page.locator('.field[data-key=target] .fault')).toContainText("unit '4-4' cannot be read");
  await open(page, 'he 15 stone 2');
  await expect(page.locator('.field[data-key=caliber] .fault')).toContainText('out of range');
  await lineOf(page).fill('attack 8 --target 4-4-7 --terain stone');
  await expect(page.getByRole('alert')).toContainText("unknown option '--terain'; did you mean --terrain?");
});

test('a question that is only named is to be filled in: no fault, but its examples', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  await page.locator('.headline').waitFor();
  await page.getByRole('navigation', { name: 'Questions' }).getByRole('link', { name: 'cc', exact: true }).click();
  await expect(page.locator('.headline')).toHaveCount(0);
  await page.waitForTimeout(900);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.locator('.examples .go').first().click();
  await expect(page.locator('.headline')).toBeVisible();
});

test('what excludes another is greyed out with its reason, and can be had instead', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  const caliber = page.locator('.field[data-key=caliber]');
  await expect(caliber).toContainText('not with fp');
  await caliber.getByRole('button', { name: 'instead of fp' }).click();
  await caliber.locator('input').fill('105');
  await expectOdds(page, nativeAnswer('attack', '--caliber', '105', '--target', '4-4-7', '--method', 'exact'));
});

test('an answer of plain words has the full command, and its form', async ({ page }) => {
  await open(page, '12 +1 vs 2x4-6-7 9-1 in stone');
  await expectOdds(page, nativeAnswer('12', '+1', 'vs', '2x4-6-7', '9-1', 'in', 'stone', '--method', 'exact'));
  await unfold(page, '#form');
  await expect(page.getByLabel('The full command')).toHaveText('boxcars attack 12 --target 2x4-6-7 9-1 --drm 1 --terrain stone');
  await expect(page.locator('.sentence')).toHaveText(
    native('12', '+1', 'vs', '2x4-6-7', '9-1', 'in', 'stone', '--method', 'exact').replace(/\n\s+/g, ' ').split('\n')[1]!, // behind what was understood
  );
  await page.locator('.field[data-key=terrain]').getByRole('button', { name: 'open', exact: true }).click();
  await expectOdds(page, nativeAnswer('attack', '12', '--drm', '1', '--target', '2x4-6-7', '9-1', '--method', 'exact'));
});

test('a field keeps the focus while it is typed in, wherever it stands', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  const field = page.locator('.field[data-key=then]');
  await page.locator('details.more', { has: field }).locator('summary').click();
  await field.locator('input').pressSequentially('4,drm=-2 4 ');
  await expect(field.locator('input')).toBeFocused();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 4-4-7 --then 4,drm=-2 4');
  await page.locator('.field[data-key=target]').getByRole('button', { name: '4-4-7, change' }).click();
  await page.getByRole('button', { name: 'how many more' }).click();
  await page.getByRole('button', { name: 'figure 3 more' }).click();
  await page.getByRole('button', { name: 'broken', exact: true }).click();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 2x4-4-8,broken --then 4,drm=-2 4');
});

test('a unit can be what the program says that it can be, and no more', async ({ page }) => {
  await open(page, 'attack 8 --target 9-1 4-4-7');
  const target = page.locator('.field[data-key=target]');
  const offered = () =>
    target
      .locator('.unit-editor .chips button')
      .allTextContents()
      .then((all) => all.sort());
  const known = (unit: string) =>
    native('complete', '--', 'attack', '--target', unit + ',')
      .trim()
      .split('\n')
      .map((line) => line.slice(unit.length + 1))
      .sort();
  for (const unit of ['9-1', '4-4-7']) {
    await target.getByRole('button', { name: `${unit}, change` }).click();
    await expect.poll(offered).toEqual(known(unit));
  }
  expect(known('9-1')).toContain('wounded');
  expect(known('4-4-7')).not.toContain('wounded');
  await target.getByRole('button', { name: '9-1, change' }).click();
  await target.getByRole('button', { name: 'wounded', exact: true }).click();
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '9-1,wounded', '4-4-7', '--method', 'exact'));
  await target.getByRole('button', { name: 'elr=3', exact: true }).click();
  await target.getByRole('button', { name: 'elr more' }).click();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 9-1,wounded,elr=4 4-4-7');
  await target.getByRole('button', { name: 'wounded', exact: true }).click();
  await target.getByRole('button', { name: 'elr=4', exact: true }).click();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 9-1 4-4-7');
});

test('modifiers are tapped, and tapped off again', async ({ page }) => {
  await open(page, 'attack 8 --target 4-4-7');
  const drm = page.locator('.field[data-key=drm]');
  await drm.getByRole('button', { name: '−2', exact: true }).click();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 4-4-7 --drm -2');
  await expectOdds(page, nativeAnswer('attack', '8', '--target', '4-4-7', '--drm', '-2', '--method', 'exact'));
  await drm.getByRole('button', { name: '−2', exact: true }).click();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 4-4-7');
  const hindrance = page.locator('.field[data-key=hindrance]');
  await page.locator('details.more', { has: hindrance }).locator('summary').click();
  await hindrance.getByRole('button', { name: '3', exact: true }).click();
  await expect(lineOf(page)).toHaveValue('attack 8 --target 4-4-7 --hindrance 3');
});

test('what is lacking is asked for without alarm, at its field; what is wrong is not', async ({ page }) => {
  await open(page, 'attack 8');
  await expect(page.getByRole('status').filter({ hasText: 'no target given' })).toBeVisible();
  await expect(page.locator('.field[data-key=target] .lacks')).toContainText('no target given');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await lineOf(page).fill('attack 8 --target 4-4');
  await expect(page.getByRole('alert')).toContainText('cannot be read');
});

test('a shot at a tank has the armor of every facing, and a tap turns it', async ({ page }) => {
  await open(page, 'Tiger kills a Sherman at 10 hexes');
  const card = page.locator('.armor');
  const shot = (facing: string) => nativeAnswer('kill', 'tiger', 'M4A1', '--range', '10', '--facing', facing, '--method', 'exact');
  for (const [i, facing] of ['front', 'side', 'rear'].entries()) {
    const { modifiers, to_kill_hull, to_kill_turret } = shot(facing);
    const armor = (part: string) => -modifiers.find(({ reason }) => reason.startsWith(`armor of the ${part} ${facing}`))!.amount;
    await expect(card.locator('tbody tr').nth(i)).toContainText(
      [facing, armor('hull'), armor('turret'), `${to_kill_hull} / ${to_kill_turret}`].join(''),
    );
  }
  await card.getByRole('button', { name: 'side' }).click();
  await expect(lineOf(page)).toHaveValue('kill Tiger M4A1 --range 10 --facing side');
  await expectOdds(page, shot('side'));
  await lineOf(page).fill('duel Tiger M4A1 --range 10');
  await expect(card).toHaveCount(2);
  await card.nth(1).getByRole('button', { name: 'rear' }).click();
  await expect(lineOf(page)).toHaveValue('duel Tiger M4A1 --range 10 --facing-a rear');
});
