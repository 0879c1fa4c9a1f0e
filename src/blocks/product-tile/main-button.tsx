import type { TFunction } from 'i18next';
import type { Product } from '#contract/product.ts';
import { availableQuantity, needsChoice } from '#contract/stock.ts';
import type { Variant } from '#contract/variant.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { PressFeedback, usePressFeedback } from '#shared/ui/press-feedback.tsx';

type MainButtonProps = {
  readonly product: Product;
  readonly t: TFunction<'common'>;
  /** Where options are selected. */
  readonly address?: string | undefined;
  /** Set where nothing is left to choose. */
  readonly variant?: Variant | undefined;
};

/** The tile's main button: Add to cart, Select options, or disabled when out of stock. Its accessible name ends with the product's. */
export const MainButton = ({ product, t, address = '', variant }: MainButtonProps) => {
  const { add } = useCart();
  const [feedback, showFeedback] = usePressFeedback(t('tile.added'));
  const withText = (text: string, shownOver?: string | undefined) => ({
    className: 'btn btn-outline-primary',
    'aria-label': t('tile.named', { text, name: product.name }),
    children: (
      <>
        <span>{text}</span>
        <PressFeedback text={shownOver} />
      </>
    ),
  });
  if (product._id !== '' && availableQuantity(product) === 0)
    return <button type="button" aria-disabled="true" {...withText(t('stock.out'))} />;
  if (!variant && needsChoice(product)) return <Link to={address || paths.product(product._id)} {...withText(t('tile.select'))} />;
  return (
    <button
      type="button"
      data-feedback={feedback}
      onClick={() => add(product, variant) && showFeedback()}
      {...withText(t('tile.add'), feedback)}
    />
  );
};
