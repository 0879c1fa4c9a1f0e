import type { ReactNode } from 'react';

type FactTableProps = {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The first cell of a row is its header. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly [ReactNode, ...ReactNode[]] }[];
};

/** A table; on a narrow screen each row is a block in which every cell has its column's header. */
export const FactTable = ({ caption, heads, rows }: FactTableProps) => (
  <table className="fact-table">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, cells: [first, ...others] }) => (
        <tr key={id}>
          <th scope="row">{first}</th>
          {others.map((cell, index) => (
            <td key={heads[index + 1]} data-label={heads[index + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
