/**
 * The least that React and Mantine can do: read the stored record and draw the app's own cards from
 * it, without routes, header, filters, lazy pages or stores. The difference to the app's time is
 * the price of being an app.
 */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@/ui/global.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { SearchIndex } from '@/db/search/search-index';
import { readRecord } from '@/db/search/search-record-store';
import { TeacherGrid } from '@/features/teachers/cards/teacher-grid';
import { PAGE_SIZE } from '@/features/teachers/schema';
import { toCard } from '@/features/teachers/search-local';
import { theme } from '@/ui/theme';

const record = await readRecord();
const root = document.getElementById('root');
if (!record || !root) throw new Error('There is no stored record to draw from');
const names = {
  cities: new Map(record.cities.map((item) => [item[0], item])),
  danceStyles: new Map(record.danceStyles.map((item) => [item[0], item])),
};
const everyone = { name: '', cityIds: null, styleIds: null };
const { entries } = new SearchIndex(record).search(everyone, 0, PAGE_SIZE);
createRoot(root).render(
  <MantineProvider theme={theme} forceColorScheme="light">
    <MemoryRouter>
      <TeacherGrid teachers={entries.map((entry) => toCard(entry, names))} />
    </MemoryRouter>
  </MantineProvider>,
);
