import '../style.css';

export const metadata = { title: '__NAME__' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
