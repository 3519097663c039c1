import { unzipSync } from 'fflate';
import type { HexGrid } from '../pictures/hexes';

// A VASL board archive: its picture, and where the hexes are on it. What the hexes hold the program reads itself.

export interface BoardPicture {
  address: string; // of the picture, in this page alone
  grid: HexGrid;
}

const metadataName = 'BoardMetadata.xml';
const pictures = /\.(gif|png|jpe?g)$/i;
const types: Record<string, string> = { gif: 'image/gif', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };
const largest = 64 << 20; // bytes of a picture

export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The board's picture; null if the archive has none. */
export async function readPicture(bytes: Uint8Array, hexes: HexGrid): Promise<BoardPicture | null> {
  const sizes = new Map<string, number>();
  const xml = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      sizes.set(name, originalSize);
      return name === metadataName && originalSize < 1 << 20;
    },
  })[metadataName];
  const metadata = xml ? new DOMParser().parseFromString(new TextDecoder().decode(xml), 'text/xml').documentElement : null;
  const name = pictureName(metadata?.getAttribute('boardImageFileName') ?? '', sizes);
  if (!name) return null;
  const picture = unzipSync(bytes, { filter: (file) => file.name === name && file.originalSize < largest })[name];
  if (!picture) return null;
  const blob = new Blob([picture.slice().buffer], { type: types[name.replace(/^.*\./, '').toLowerCase()] });
  const address = URL.createObjectURL(blob);
  const { width, height } = await sizeOf(address);
  return { address, grid: gridOf(metadata, hexes, width, height) };
}

/** The one that the metadata names, else the largest one that is named like a board. */
function pictureName(named: string, sizes: Map<string, number>): string | undefined {
  if (sizes.has(named)) return named;
  const all = [...sizes.keys()].filter((name) => pictures.test(name));
  const boards = all.filter((name) => /^bd/i.test(name));
  return (boards.length ? boards : all).sort((a, b) => sizes.get(b)! - sizes.get(a)!)[0];
}

async function sizeOf(address: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** The metadata says where A1 is, or would be: of a board that begins at Q1 sixteen columns to the left of it. */
function gridOf(metadata: Element | null, hexes: HexGrid, width: number, height: number): HexGrid {
  const { columns, rows, first } = hexes;
  const real = (name: string): number | null => {
    const text = metadata?.getAttribute(name);
    const value = Number(text);
    return text && Number.isFinite(value) ? value : null;
  };
  const size = (name: string): number | null => ((real(name) ?? 0) > 0 ? real(name) : null);
  const hexHeight = size('hexHeight') ?? height / rows;
  const hexWidth = size('hexWidth') ?? (columns > 1 ? width / (columns - 1) : width);
  const left = (real('A1CenterX') ?? 0) + first.column * hexWidth;
  const top = (real('A1CenterY') ?? hexHeight / 2) + first.row * hexHeight;
  return { ...hexes, hexWidth, hexHeight, left, top, width, height };
}
