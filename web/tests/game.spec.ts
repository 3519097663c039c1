import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { boardsIn, fileOfBoard, tableOf } from '../src/board/table';
import { tapped } from '../src/board/tapped';
import { fromHash } from '../src/command/address';
import { split } from '../src/command/words';
import { commandsIn, readGame } from '../src/game/lines';
import { calledOn, centerOf, placeOn } from '../src/pictures/hexes';
import type { SavedBoard, SavedPiece } from '../src/pictures/saved';
import { board, described, maps, native, nativeAnswer, save } from './support/native';
import { expectOdds, lineOf, open } from './support/page';

const lying = (board: string, more: Partial<SavedBoard> = {}): SavedBoard => ({ board, reversed: false, row: 0, column: 0, ...more });

test('hexes lie on the table where their boards do', () => {
  const at = (boards: SavedBoard[], hex: string) => {
    const { grid } = tableOf(boards);
    const place = placeOn(grid, hex);
    return place && centerOf(grid, place);
  };
  const isAt = (boards: SavedBoard[], hex: string, x: number, y: number) => {
    const center = at(boards, hex)!;
    expect(Math.hypot(center.x - x, center.y - y), `${hex} at ${center.x} ${center.y}`).toBeLessThan(3);
  };
  isAt([lying('20')], 'A1', 0, 32.25);
  isAt([lying('20')], '20-B1', 56.25, 64.5);
  isAt([lying('20', { reversed: true })], 'A1', 1800, 645 - 32.25);
  const halves = [lying('69', { reversed: true, width: 844 }), lying('57', { reversed: true, row: 1, width: 844 })];
  isAt(halves, '69-P0', 0, 645);
  isAt(halves, '57-A1', 844, 1290 - 32.25);
  expect(at(halves, '57-Q1')).toBeNull(); // it is cut off
  expect(at(halves, 'H5')).toBeNull(); // on both of them
  const { grid } = tableOf(halves);
  expect(calledOn(grid, '69-H0')).toBe(calledOn(grid, '57-H10'));
  expect(calledOn(grid, '57-H9.1')).toBe('57-H9');
  const three = [lying('02'), lying('04', { column: 1 }), lying('03', { row: 1 })];
  isAt(three, '4-A1', 1800, 32.25);
  isAt(three, '02-GG10', 1800, 645 - 32.25);
  isAt(three, '03-C4', 112.5, 645 + 32.25 + 3 * 64.5);
  expect(boardsIn('20r/bd21+06')).toEqual([lying('20', { reversed: true }), lying('21', { row: 1 }), lying('6', { row: 1, column: 1 })]);
  expect(boardsIn('20')).toBeNull();
  expect(fileOfBoard('04', ['bd4.zip', 'bd40'])).toBe('bd4.zip');
  expect(fileOfBoard('4', ['bd40', 'BD04'])).toBe('BD04');
});

test('a tap is who fires, then the target', () => {
  const man = (side: string): SavedPiece => ({ hex: null, kind: 'squad', name: '4-4-7', side, level: 0, states: [] });
  const wire: SavedPiece = { hex: null, kind: 'fortification', name: 'Wire', side: null, level: 0, states: [] };
  const stacks = new Map([
    ['A1', [man('German')]],
    ['A2', [man('German')]],
    ['B1', [man('Russian')]],
    ['C1', [man('German'), man('Russian')]],
    ['D1', [wire]],
  ]);
  const tap = (...hexes: string[]) => hexes.reduce((shot, hex) => tapped(stacks, shot, hex), {});
  expect(tap('D1')).toEqual({});
  expect(tap('A1')).toEqual({ firer: 'A1' });
  expect(tap('A1', 'B1')).toEqual({ firer: 'A1', target: 'B1' });
  expect(tap('A1', 'B1', 'A2')).toEqual({ firer: 'A2', target: 'B1' });
  expect(tap('A1', 'C1', 'D1')).toEqual({ firer: 'A1', target: 'D1' });
  expect(tap('A1', 'B1', 'A1')).toEqual({});
  const attack = described().questions.find(({ name }) => name === 'attack')!;
  const danger = readGame('danger --save g.vsav --side German --unit 4-6-7 --moving normal'.split(' '), attack);
  expect(danger?.inputs).toEqual({ save: ['g.vsav'], side: ['German'], unit: ['4-6-7'], moving: ['normal'] });
  expect(readGame(['danger', '--nonsense'], attack)).toBeNull();
  const line = 'attack --save "my game.vsav" --from H9 --hex H8 --weapon ft';
  expect(
    commandsIn(['H9 sees H8', `fires apart: boxcars ${line} (FT (r))`, `H9 has nobody (no units); give boxcars ${line} (FT)`]),
  ).toEqual([
    { line, name: 'FT (r)' },
    { line, name: 'FT' },
  ]);
});

const tap = async (page: Page, hex: string): Promise<void> => {
  const box = (await page.locator(`.map g:has(> title:text-matches("^${hex}:"))`).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

const shot = ['attack', '--save', save, '--from', 'G4', '--hex', 'H5', '--method', 'exact'];

test('a save is dropped, and two taps are a shot; its link has what was asked', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(baseURL!).origin });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await open(page);
  await page.evaluate(
    (letters) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], 'game.vsav'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
    },
    readFileSync(save, 'base64'),
  );
  await expect(page.getByRole('alert')).toContainText('Board 20 is missing');
  await expect(page.getByRole('alert')).toContainText('bd20');
  await expect(page.locator('.map svg')).toContainText('?×2'); // concealed ones
  await tap(page, 'G4');
  await expect(page.getByRole('region', { name: 'Hex G4' })).toContainText('8-0');
  await tap(page, 'H5');
  await expect(lineOf(page)).toHaveValue('attack --save game.vsav --hex H5 --from G4');
  const answer = nativeAnswer(...shot, '--boards', maps); // where there are none
  await expectOdds(page, answer);
  await expect(page.locator('.understood')).toHaveText(answer.understood!);
  await page.getByRole('button', { name: 'copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain('vsav');
  const { line } = fromHash(new URL(link).hash);
  expect(nativeAnswer(...split(line), '--method', 'exact').events).toEqual(answer.events);
});

const named = (path: string, name: string) => ({ name, mimeType: '', buffer: readFileSync(path) });

/** Opens the save with its board, bd20, and says where that is; nothing if it is not here. */
async function openGame(page: Page, ...others: { name: string; mimeType: string; buffer: Buffer }[]): Promise<string[]> {
  const file = board('bd20');
  test.skip(!file, 'no board bd20 in $BOXCARS_BOARDS');
  await open(page, 'save');
  await page.locator('#open-game').setInputFiles([named(save, 'game.vsav'), ...others, named(file!, 'bd20')]);
  await expect(page.locator('.map image')).toHaveAttribute('href', /^blob:/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  return ['--boards', dirname(file!)];
}

test('by keyboard: a shot with its LOS', async ({ page }) => {
  const folder = await openGame(page);
  await tap(page, 'G4');
  await page.locator('.map').focus();
  await page.keyboard.press('ArrowRight'); // H3
  for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowDown');
  await expect(lineOf(page)).toHaveValue('attack --save game.vsav --from G4'); // they only look
  await page.keyboard.press('Enter');
  await expect(lineOf(page)).toHaveValue('attack --save game.vsav --hex H5 --from G4');
  await expectOdds(page, nativeAnswer(...shot, ...folder));
  await expect(page.locator('.sight')).toContainText('G4 to H5: range 2');
  await expect(page.locator('.map line')).toHaveCount(2);
  for (const width of [1280, 960, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
});

test('who fires is dragged to where he might stand', async ({ page }) => {
  const folder = await openGame(page);
  await tap(page, 'G4');
  await tap(page, 'H5');
  const units = ['5-2-7,cx,assault', '8-0'];
  await expect(page.locator('.understood')).toContainText(units.join(' '));
  const box = (await page.locator('.map g:has(> title:text-matches("^G4:"))').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20);
  await page.mouse.move(x, y + (await page.locator('.map image').boundingBox())!.height / 10);
  await page.mouse.up();
  await expect(lineOf(page)).toHaveValue('attack --by 5-2-7,cx,assault 8-0 --save game.vsav --hex H5 --from G5');
  const moved = ['attack', '--save', save, '--from', 'G5', '--by', ...units, '--hex', 'H5', '--method', 'exact'];
  await expectOdds(page, nativeAnswer(...moved, ...folder));
});

test('where it is dangerous, and of a folder only what the save names is kept', async ({ page }) => {
  const others = Array.from({ length: 13 }, (_, i) => ({ name: `bd${60 + i}`, mimeType: '', buffer: Buffer.from('another') }));
  const folder = await openGame(page, ...others);
  await tap(page, 'H5');
  await page.getByRole('button', { name: 'danger for 4-6-7' }).click();
  const words = ['--side', 'German', '--unit', '4-6-7'];
  await expect(lineOf(page)).toHaveValue(`danger --save game.vsav ${words.join(' ')}`);
  const danger = JSON.parse(native('danger', '--save', save, ...words, ...folder, '--format', 'json')) as {
    hexes: { hex: string; exact: number | null }[];
  };
  const hexes = danger.hexes.filter(({ exact }) => (exact ?? 0) > 0);
  await expect(page.locator('.map path title')).toHaveCount(hexes.length);
  await expect(page.locator('.map svg')).toContainText('?×2'); // what is concealed is not shown to who asks for its side
  await page.getByRole('link', { name: 'boxcars, start' }).click();
  await expect(page.locator('.files li')).toHaveText([/^game.vsav/, /^bd20/]);
});
