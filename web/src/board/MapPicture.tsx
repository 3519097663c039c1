import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { centerOf, hexAt, nameOn, placeOn, within, type HexGrid } from '../pictures/hexes';
import type { SavedPiece } from '../pictures/saved';
import { stacks } from '../pictures/stacks';
import { ground, marked, type MapOptions, type SightLine } from '../pictures/map';
import type { Shown } from './boards';
import './map.css';

interface Props {
  shown: Shown;
  heat?: Map<string, number>;
  figures?: MapOptions['figures'];
  chosen: string[];
  seen?: ReadonlyMap<string, number | null>;
  sight?: SightLine;
  onHex: (hex: string) => void;
  cursor?: string; // the hex from which the arrow keys go on
  onMove?: (hex: string) => void; // they only look: Enter is a tap
  moved?: ReadonlyMap<string, SavedPiece[]>; // who stands where the save does not have him
  movable?: (string | undefined)[]; // hexes whose counters a drag takes along
  onDrag?: (from: string, to: string) => void;
  label: string;
}

const legible = 0.7; // the least scale at which counters can be read
const readable = 15; // px: of words on the map, however small it is

interface View {
  x: number; // of the picture's left top corner, in the frame
  y: number;
  scale: number;
}

const views = new Map<string, View>(); // of each map as it was left

/** Of some hexes the one in their midst. */
function midst(grid: HexGrid, hexes: string[]): string | undefined {
  const centers = hexes.map((hex) => ({ hex, ...centerOf(grid, placeOn(grid, hex)!) }));
  const mean = (of: (center: { x: number; y: number }) => number) => centers.reduce((sum, each) => sum + of(each), 0) / centers.length;
  const [x, y] = [mean((center) => center.x), mean((center) => center.y)];
  const far = (center: { x: number; y: number }) => Math.hypot(center.x - x, center.y - y);
  return centers.sort((a, b) => far(a) - far(b))[0]?.hex;
}

/** A map to move (drag), to magnify (pinch, wheel, buttons) and to tap; with the arrow keys from hex to hex. */
export function MapPicture({
  shown,
  heat,
  figures,
  chosen,
  seen,
  sight,
  onHex,
  cursor = chosen[0],
  onMove = onHex,
  moved: ghosts,
  movable = [],
  onDrag,
  label,
}: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 0 });
  if (shown.game && view.scale > 0) views.set(shown.name, view);
  const points = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const [dragged, setDragged] = useState<{ from: string; to: string } | null>(null);
  const at = useRef(cursor); // the keys may be faster than what is drawn
  at.current = cursor;
  const { grid } = shown;
  const hottest = heat && [...heat].sort(([, a], [, b]) => b - a)[0]?.[0];
  const letters = sight && view.scale > 0 ? Math.round(readable / view.scale) : 0;
  const over = (shown.game?.counters ?? '') + (ghosts ? stacks(grid, ghosts) : '');
  const outlined = dragged ? [...chosen, dragged.to] : chosen;
  const odds = heat && [...heat].join();
  const below = useMemo(() => ground({ grid, images: shown.images, board: shown.board, heat }), [shown, shown.images ? '' : odds]);
  const { marks, words } = useMemo(
    () => marked({ grid, heat, figures, chosen: outlined, seen, sight, letters }),
    [shown, odds, outlined.join(), seen && [...seen].join(), JSON.stringify(sight), letters],
  );

  const bounded = ({ x, y, scale }: View): View => {
    const { width, height } = frame.current!.getBoundingClientRect();
    const least = Math.min(width / grid.width, height / grid.height);
    const s = Math.min(4, Math.max(least, scale));
    const within = (at: number, room: number, size: number) => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at)));
    return { scale: s, x: within(x, width, grid.width * s), y: within(y, height, grid.height * s) };
  };
  const zoom = (by: number, x: number, y: number) =>
    setView((old) => {
      const { scale } = bounded({ ...old, scale: old.scale * by });
      const ratio = scale / old.scale;
      return bounded({ scale, x: x - (x - old.x) * ratio, y: y - (y - old.y) * ratio });
    });
  const zoomAtCenter = (by: number) => zoom(by, frame.current!.clientWidth / 2, frame.current!.clientHeight / 2);
  const show = (hex: string) => {
    const place = placeOn(grid, hex);
    if (!place) return;
    const { width, height } = frame.current!.getBoundingClientRect();
    const center = centerOf(grid, place);
    setView((old) => bounded({ ...old, x: width / 2 - center.x * old.scale, y: height / 2 - center.y * old.scale }));
  };

  useEffect(() => {
    const { width, height } = frame.current!.getBoundingClientRect();
    const left = shown.game && views.get(shown.name);
    if (left) return setView(bounded(left));
    const least = shown.game ? legible : 0;
    setView(bounded({ x: 0, y: 0, scale: Math.max(width / grid.width, Math.min(height / grid.height, 0.8), least) }));
    const first = chosen[0] ?? (shown.game && midst(grid, [...shown.game.stacks.keys()]));
    if (first) requestAnimationFrame(() => show(first));
  }, [shown.name, grid.width]);
  useEffect(() => {
    if (hottest && !chosen[0] && !shown.game) requestAnimationFrame(() => show(hottest));
  }, [hottest]);
  useEffect(() => {
    const element = frame.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const hexOf = (event: PointerEvent): string => {
    const box = frame.current!.getBoundingClientRect();
    return nameOn(grid, hexAt(grid, (event.clientX - box.left - view.x) / view.scale, (event.clientY - box.top - view.y) / view.scale));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = points.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const box = frame.current!.getBoundingClientRect();
    const other = [...points.current].find(([id]) => id !== event.pointerId)?.[1];
    moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (other) {
      const far = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y);
      zoom(far(now) / Math.max(1, far(before)), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
    } else if (dragged) {
      setDragged({ ...dragged, to: hexOf(event) });
    } else {
      setView((old) => bounded({ ...old, x: old.x + now.x - before.x, y: old.y + now.y - before.y }));
    }
    points.current.set(event.pointerId, now);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!points.current.delete(event.pointerId)) return;
    setDragged(null);
    if (dragged && dragged.from !== dragged.to) return onDrag!(dragged.from, dragged.to);
    if (moved.current <= 8) onHex(hexOf(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && at.current && onMove !== onHex) return (event.preventDefault(), onHex(at.current));
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const from = placeOn(grid, at.current ?? '') ?? { column: grid.first.column, row: grid.first.row - step[1]! };
    const hex = nameOn(grid, within(grid, { column: from.column + step[0]!, row: from.row + step[1]! }));
    at.current = hex;
    onMove(hex);
    show(hex);
  };

  return (
    <div class="map-box">
      <div
        ref={frame}
        class="map"
        style={{ aspectRatio: `${grid.width} / ${grid.height}` }}
        role="application"
        tabIndex={0}
        aria-label={`${label}; arrow keys go from hex to hex${onMove === onHex ? '' : ', Enter taps'}${cursor ? '; at ' + cursor : ''}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          frame.current!.setPointerCapture(event.pointerId);
          if (!points.current.size) moved.current = 0;
          points.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          const hex = hexOf(event);
          setDragged(onDrag && points.current.size === 1 && movable.includes(hex) ? { from: hex, to: hex } : null);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={(event) => (points.current.delete(event.pointerId), setDragged(null))}
      >
        <div
          class="map-inside"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, width: grid.width, height: grid.height }}
          aria-hidden="true"
        >
          <svg viewBox={`0 0 ${grid.width} ${grid.height}`} width={grid.width} height={grid.height}>
            {[below, marks, over, words].map((layer, i) => (
              <g key={i} dangerouslySetInnerHTML={{ __html: layer }} />
            ))}
          </svg>
        </div>
      </div>
      <div class="map-buttons">
        <button type="button" aria-label="Larger" onClick={() => zoomAtCenter(1.5)}>
          +
        </button>
        <button type="button" aria-label="Smaller" onClick={() => zoomAtCenter(1 / 1.5)}>
          −
        </button>
      </div>
    </div>
  );
}
