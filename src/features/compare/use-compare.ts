import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { addToCompare, cleared, type compareSlice, putBack, removed, selectHas, selectItems } from './compare-slice.ts';

/** Whether a product is compared, and the toggle. */
export const useCompare = (product: Product) => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof compareSlice>, unknown, UnknownAction>>();
  const isCompared = useSelector((state: WithSlice<typeof compareSlice>) => selectHas(state, product.id));
  return { isCompared, toggle: () => (isCompared ? dispatch(removed(product.id)) : dispatch(addToCompare(product))) };
};

export const useComparedItems = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof compareSlice>, unknown, UnknownAction>>();
  return {
    items: useSelector(selectItems),
    remove: (product: Product) => dispatch(removed(product.id)),
    putBack: (item: Product, index: number) => dispatch(putBack({ item, index })),
    clear: () => dispatch(cleared()),
  };
};
