// After the chat has put something into the cart, the page's own small cart shows it: WooCommerce's script refreshes its
// fragments on wc_fragment_refresh, and the blocks ask for the cart again on wc-blocks_added_to_cart.

document.addEventListener('bellhop:tool', ({ detail }) => {
  if (!/^bellhop(__|\/)(add-to-cart|set-quantity)$/.test(detail.name) || detail.isError) return;
  const asked = { bubbles: true, cancelable: true, detail: { preserveCartData: false } };
  document.body.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart', asked));
  window.jQuery?.(document.body).trigger('wc_fragment_refresh');
});
