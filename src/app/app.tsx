/** Stand-in until the screens are here. */
export function App() {
  return (
    <main>
      <h1>Danceflix</h1>
    </main>
  );
}
