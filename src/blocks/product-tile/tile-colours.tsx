import type { TFunction } from 'i18next';
import type { Product } from '#contract/product.ts';
import { Swatch } from '#shared/ui/swatch.tsx';
import { moveFocus } from './move-focus.ts';

type TileColoursProps = {
  readonly product: Product;
  readonly t: TFunction<'common'>;
  /** The name of the colour that the tile shows; '' for none in particular. */
  readonly shown: string;
  readonly onTry: (colour: string) => void;
};

/** A dot for each colour: pointing at one, its focus or a press shows the colour on the tile, whose links then lead to it. */
export const TileColours = ({ product: { name, variation }, t, shown, onTry }: TileColoursProps) => (
  <div role="toolbar" aria-label={t('tile.colours', { name })} className="tile-colours" onKeyDown={moveFocus}>
    {variation.map(({ color, hex }, index) => (
      <button
        key={color}
        type="button"
        aria-label={color}
        aria-pressed={color === shown}
        // One tab stop for all.
        tabIndex={index > 0 ? -1 : undefined}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onTry(color)}
        onFocus={() => onTry(color)}
        onClick={() => onTry(color)}
      >
        <Swatch hex={hex} />
      </button>
    ))}
  </div>
);
