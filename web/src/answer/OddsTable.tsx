import type { BarRow } from '../pictures/bars';
import { percent, simulatedPercent } from './odds';

export function OddsTable({ rows, simulated }: { rows: BarRow[]; simulated: boolean }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">event</th>
          <th scope="col">exact</th>
          {simulated && <th scope="col">simulated</th>}
          {simulated && <th scope="col">95% interval</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} data-exact={row.exact ?? undefined} data-estimate={row.estimate ?? undefined}>
            <th scope="row">{row.label}</th>
            <td>{percent(row.exact)}</td>
            {simulated && <td>{simulatedPercent(row)}</td>}
            {simulated && <td>{row.low === null ? '–' : `${percent(row.low)} to ${percent(row.high)}`}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
