import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { centerOf, hexAt, nameOf, placeOf, rowsIn } from '../pictures/hexes';
import { map } from '../pictures';
import { Svg } from '../shell/Svg';
import type { Shown } from './boards';
import './map.css';

interface Props {
  shown: Shown;
  heat?: Map<string, number>;
  figures?: 'percent' | 'number';
  chosen: string[];
  onHex: (hex: string) => void;
  label: string;
}

interface View {
  x: number; // of the picture's left top corner, in the frame
  y: number;
  scale: number;
}

/** A map to move (drag), to magnify (pinch, wheel, buttons) and to tap; with the arrow keys from hex to hex. */
export function MapPicture({ shown, heat, figures, chosen, onHex, label }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 0 });
  const points = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const { grid } = shown;
  const hottest = heat && [...heat].sort(([, a], [, b]) => b - a)[0]?.[0];
  const picture = useMemo(
    () => map({ grid, image: shown.image, board: shown.board, heat, figures, chosen }),
    [shown, heat && [...heat].join(), chosen.join()],
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
    const place = placeOf(hex);
    if (!place) return;
    const { width, height } = frame.current!.getBoundingClientRect();
    const center = centerOf(grid, place);
    setView((old) => bounded({ ...old, x: width / 2 - center.x * old.scale, y: height / 2 - center.y * old.scale }));
  };

  useEffect(() => {
    const { width, height } = frame.current!.getBoundingClientRect();
    setView(bounded({ x: 0, y: 0, scale: Math.max(width / grid.width, Math.min(height / grid.height, 0.8)) }));
    if (chosen[0]) requestAnimationFrame(() => show(chosen[0]!));
  }, [shown.name, grid.width]);
  useEffect(() => {
    if (hottest && !chosen[0]) requestAnimationFrame(() => show(hottest));
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
    } else {
      setView((old) => bounded({ ...old, x: old.x + now.x - before.x, y: old.y + now.y - before.y }));
    }
    points.current.set(event.pointerId, now);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!points.current.delete(event.pointerId) || moved.current > 8) return;
    const box = frame.current!.getBoundingClientRect();
    onHex(nameOf(hexAt(grid, (event.clientX - box.left - view.x) / view.scale, (event.clientY - box.top - view.y) / view.scale)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const from = placeOf(chosen[0] ?? '') ?? { column: 0, row: -step[1]! };
    const column = Math.min(grid.columns - 1, Math.max(0, from.column + step[0]!));
    const hex = nameOf({ column, row: Math.min(rowsIn(grid, column) - 1, Math.max(0, from.row + step[1]!)) });
    onHex(hex);
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
        aria-label={`${label}; arrow keys go from hex to hex${chosen[0] ? '; at ' + chosen[0] : ''}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          frame.current!.setPointerCapture(event.pointerId);
          if (!points.current.size) moved.current = 0;
          points.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={(event) => points.current.delete(event.pointerId)}
      >
        <div
          class="map-inside"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, width: grid.width, height: grid.height }}
          aria-hidden="true"
        >
          <Svg svg={picture} />
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
