import { Shop } from './shop.jsx';

export default function Page() {
  return (
    <>
      <h1>__NAME__</h1>
      <p>Press the button in the corner, and write “Add two mugs”.</p>
      <Shop />
    </>
  );
}
