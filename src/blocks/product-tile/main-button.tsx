import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Product } from '#contract/product.ts';
import { available, needsChoice } from '#contract/stock.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { useAnswer } from '#shared/hooks/use-answer.ts';
import { paths } from '#shared/paths.ts';

/** The tile's main button: Add to cart, Select options, or disabled when out of stock. */
export const MainButton = ({ product, nameId }: { readonly product: Product; readonly nameId: string }) => {
  const { t } = useTranslation('common');
  const { add } = useCart();
  const [answer, showAnswer] = useAnswer(t('tile.added'));
  if (product._id !== '' && available(product) === 0)
    return (
      <button type="button" className="btn btn-outline-primary" aria-disabled="true" aria-describedby={nameId}>
        {t('stock.out')}
      </button>
    );
  if (needsChoice(product))
    return (
      <Link className="btn btn-outline-primary" to={paths.product(product._id)} aria-describedby={nameId}>
        {t('tile.select')}
      </Link>
    );
  return (
    <button
      type="button"
      className="btn btn-primary"
      aria-describedby={nameId}
      data-answer={answer}
      onClick={() => add(product) && showAnswer()}
    >
      {t('tile.add')}
    </button>
  );
};
