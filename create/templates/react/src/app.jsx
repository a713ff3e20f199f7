import { BellhopChat, useTool } from 'bellhop/react';
import { useSyncExternalStore } from 'react';
import { cartItems, onCartChange } from './cart.js';
import { addToCartTool, showCartTool } from './tools.js';

/** Offers the agent a tool for as long as the calling component is there. */
function useOffered({ name, execute, ...options }) {
  useTool(name, options, execute);
}

export function App() {
  const items = useSyncExternalStore(onCartChange, cartItems);
  useOffered(addToCartTool);
  useOffered(showCartTool);
  return (
    <>
      <h1>__NAME__</h1>
      <p>Press the button in the corner, and write “Add two mugs”.</p>
      <h2>Cart</h2>
      <ul id="cart">
        {items.map(({ product, quantity }) => (
          <li key={product}>
            {quantity} × {product}
          </li>
        ))}
      </ul>
      <BellhopChat
        gateway={import.meta.env.VITE_BELLHOP_GATEWAY}
        site={import.meta.env.VITE_BELLHOP_SITE}
        prompts="Add two mugs to my cart|What is in my cart?"
      />
    </>
  );
}
