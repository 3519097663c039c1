/** A picture made as text. */
export const Svg = ({ svg, class: name }: { svg: string; class?: string }) => (
  <div class={name ?? 'picture'} dangerouslySetInnerHTML={{ __html: svg }} />
);
