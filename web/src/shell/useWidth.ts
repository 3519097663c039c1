import { useEffect, useRef, useState } from 'preact/hooks';

/** The width that an element has, for pictures that are drawn to it. */
export function useWidth<T extends HTMLElement>(first = 320) {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, Math.floor(entry.contentRect.width))));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}
