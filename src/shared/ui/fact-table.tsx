import type { ReactNode } from 'react';

type FactTableProps = {
  readonly caption: string;
  /** One word or two for each column. */
  readonly heads: readonly string[];
  /** The first cell of a row says what the row is about. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly [ReactNode, ...ReactNode[]] }[];
};

/** Facts in rows and columns; on a narrow screen each row stands as a block in which every cell says what it is. */
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
          {others.map((cell, at) => (
            <td key={heads[at + 1]} data-label={heads[at + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
