// The numbers of an assault's file by their paths, as `balance --vary` takes them: `turns`, `rally.drm`, `shot.MGs.drm`. Of TOML no more than
// the tables and the lines `key = number` is read; what may be varied the program says.

export interface Path {
  path: string;
  value: number;
}

export function pathsOf(toml: string): Path[] {
  const found: Path[] = [];
  let table = '';
  let rows: { key: string; value: number }[] = [];
  let name = '';
  const close = () => {
    const before = [table, name].filter(Boolean).join('.');
    for (const { key, value } of rows) found.push({ path: before ? `${before}.${key}` : key, value });
    [rows, name] = [[], ''];
  };
  for (const line of toml.split('\n')) {
    const head = /^\s*\[\[?([\w.-]+)\]\]?/.exec(line);
    if (head) {
      close();
      table = head[1]!;
      continue;
    }
    const row = /^\s*([\w-]+)\s*=\s*(?:"([^"]*)"|(-?\d+(?:\.\d+)?))\s*(?:#.*)?$/.exec(line);
    if (row?.[1] === 'name' && table) name = row[2] ?? '';
    else if (row?.[3] !== undefined) rows.push({ key: row[1]!, value: Number(row[3]) });
  }
  close();
  return found.filter(({ path }) => path !== 'schema');
}
