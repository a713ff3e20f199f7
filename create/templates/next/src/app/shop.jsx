'use client';

import { BellhopChat, useTool } from 'bellhop/react';
import { useSyncExternalStore } from 'react';
import { cartItems, onCartChange } from '../cart.js';
import { addToCartTool, showCartTool } from '../tools.js';

/** Offers the agent a tool for as long as the calling component is there. */
function useOffered({ name, execute, ...options }) {
  useTool(name, options, execute);
}

export function Shop() {
  const items = useSyncExternalStore(onCartChange, cartItems, cartItems);
  useOffered(addToCartTool);
  useOffered(showCartTool);
  return (
    <>
      <h2>Cart</h2>
      <ul id="cart">
        {items.map(({ product, quantity }) => (
          <li key={product}>
            {quantity} × {product}
          </li>
        ))}
      </ul>
      <BellhopChat
        gateway={process.env.NEXT_PUBLIC_BELLHOP_GATEWAY}
        site={process.env.NEXT_PUBLIC_BELLHOP_SITE}
        prompts="Add two mugs to my cart|What is in my cart?"
      />
    </>
  );
}
