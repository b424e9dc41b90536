/*
 * Start-up guard. Watches the app's scripts from outside, because a script that did not load cannot report its own
 * failure. Shows the failure screen (specification 000 §4, §8) and reloads once per build.
 *
 * Classic script, only shortened by the build, in old syntax, so that it still runs in browsers that cannot load the
 * app's modules. It is a file of its own so that the Content-Security-Policy can stay at script-src 'self'.
 *
 * Phases: starting → rendered (React has committed once) → settled (first results are painted, or ten seconds
 * passed). The app reports them through window.danceflixStart, see src/app/start/start-report.ts.
 */
(() => {
  const COUNT_KEY = 'danceflix_start_failures';
  const MARKER = 'tentativa';
  const RECOVERED_KEY = 'danceflix_recovered';
  const RELOAD_AFTER_MS = 3000;
  const FRAME_AFTER_MS = 3000;
  const GIVE_UP_AFTER_MS = 20000;
  /** Longest time (ms) that the app waits for the visible pictures of its prerendered page. */
  const APP_AFTER_MS = 1500;

  // Inlined, because a file could itself be missing.
  const LOGO =
    '<svg viewBox="0 0 30 30" width="64" height="64" aria-hidden="true"><rect width="30" height="30" rx="9" fill="#b5165c"/><path d="M8 22c6 0 4-14 9-14 4 0 5 6 1 8-3 1.5-5 3-3 6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="21.5" cy="8" r="2.2" fill="#f5a623"/></svg>';

  mendMatchMedia();
  const meta = document.querySelector('meta[name="danceflix-build"]');
  const build = meta ? meta.getAttribute('content') : 'unknown';
  const marked = takeMarker();
  // A prerendered page is drawn for its path alone and for everybody, so with these query parameters, and for a person who
  // has blocked somebody (src/db/memory), it stays hidden until the app runs.
  if (
    /[?&](name|style|city|area|when|level|place|role|couples|access|check|page|categoria|cidade|estilo|tipo|data|evento|nivel|busca)=/.test(
      location.search,
    ) ||
    stored('danceflix_private_hidden_teachers') !== null
  ) {
    document.documentElement.setAttribute('data-asks', '');
  }
  // Same rule as src/lib/low-data.ts, which would run too late for the pictures of a prerendered page.
  if (savesData()) document.documentElement.setAttribute('data-low-data', '');
  // Same rule as src/lib/colour-theme.ts, which would run after the first paint.
  window.danceflixTheme = applyTheme;
  applyTheme(isDark());
  // Signed-in users get a bottom bar: its space is reserved before the app draws it (src/ui/global.css).
  if (stored('danceflix_identity') !== null) document.documentElement.setAttribute('data-member', '');
  addEventListener('DOMContentLoaded', loadAppAfterPaint, { once: true });
  let storageKeeps = true;
  const cameBack = marked !== null || takeRecovery();
  let phase = 'starting';
  let failure = null;
  let rejected = false;

  /**
   * Loads the app of a prerendered page after the visible part is painted, so that the app does not compete with the
   * pictures for network and processor. The first touch or key loads it at once.
   */
  function loadAppAfterPaint() {
    const late = document.getElementById('danceflix-app');
    if (!late) return;
    const touches = ['pointerdown', 'keydown', 'touchstart'];
    let loaded = false;
    const load = () => {
      if (loaded) return;
      loaded = true;
      for (const touch of touches) removeEventListener(touch, load, true);
      late.remove();
      loadNext(Array.from(document.importNode(late.content, true).children), null);
    };
    // A hidden tab is never painted, and a page with query parameters shows nothing without the app.
    if (document.hidden || document.documentElement.hasAttribute('data-asks')) {
      load();
      return;
    }
    for (const touch of touches) addEventListener(touch, load, { capture: true, passive: true });
    setTimeout(load, APP_AFTER_MS);
    // The first frame is painted when the second begins.
    requestAnimationFrame(() => requestAnimationFrame(() => afterPictures(load)));
  }

  /**
   * Adds the files one per task, because requesting all at once blocks a slow phone. Each script waits for the one
   * before, so that each is evaluated in its own task. A script that does not load is reported by its importer.
   */
  function loadNext(files, evaluated) {
    const file = files.shift();
    if (!file) return;
    const isScript = file.tagName === 'SCRIPT';
    if (isScript && evaluated) {
      evaluated.then(() => loadNext([file].concat(files), null));
      return;
    }
    const over = isScript
      ? new Promise((resolve) => {
          file.onload = resolve;
          file.onerror = resolve;
        })
      : evaluated;
    document.head.append(file);
    const next = new MessageChannel();
    next.port1.onmessage = () => loadNext(files, over);
    next.port2.postMessage(null);
  }

  /** Calls `done` when every picture in the viewport has loaded or failed. */
  function afterPictures(done) {
    const missing = Array.from(document.images).filter((image) => {
      if (image.complete) return false;
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    });
    let left = missing.length;
    const arrived = () => {
      left -= 1;
      if (left === 0) requestAnimationFrame(() => setTimeout(done, 0));
    };
    for (const image of missing) {
      image.addEventListener('load', arrived, { once: true });
      image.addEventListener('error', arrived, { once: true });
    }
    if (left === 0) done();
  }

  /** Reads the retry marker of this document's URL and removes it before the router reads the address. */
  function takeMarker() {
    try {
      const url = new URL(location.href);
      const value = url.searchParams.get(MARKER);
      if (value === null) return null;
      url.searchParams.delete(MARKER);
      history.replaceState(history.state, '', url.href);
      return value;
    } catch (error) {
      console.error('Start-up: the address could not be read', error);
      return null;
    }
  }

  function savesData() {
    const choice = stored('danceflix_low_data');
    if (choice === 'on' || choice === 'off') return choice === 'on';
    return navigator.connection ? navigator.connection.saveData === true : false;
  }

  /** Libraries take it for granted: where the browser's own does not answer, no query matches. */
  function mendMatchMedia() {
    try {
      if (matchMedia('all').addEventListener) return;
    } catch (_missing) {
      // Replaced below.
    }
    const nothing = () => undefined;
    window.matchMedia = () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing });
  }

  function isDark() {
    const choice = stored('danceflix_theme');
    if (choice === 'light' || choice === 'dark') return choice === 'dark';
    return matchMedia('(prefers-color-scheme: dark)').matches;
  }

  /** Style sheets read the attribute; the browser's bars and the canvas before the first paint follow the two metas. */
  function applyTheme(dark) {
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
    const metas = { 'theme-color': dark ? '#1e0c17' : '#5c1038', 'color-scheme': dark ? 'dark' : 'light' };
    for (const name of Object.keys(metas)) {
      const meta = document.querySelector(`meta[name="${name}"]`);
      if (meta) meta.setAttribute('content', metas[name]);
    }
  }

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      console.warn('Start-up: localStorage could not be read', error);
      return null;
    }
  }

  /** Number of failed starts of this build since its last successful start. */
  function failuresSoFar() {
    const fromMarker = marked === build ? 1 : 0;
    try {
      const parts = (localStorage.getItem(COUNT_KEY) || '').split(' ');
      return Math.max(fromMarker, parts[0] === build ? Number(parts[1]) || 0 : 0);
    } catch (error) {
      console.error('Start-up: localStorage could not be read', error);
      return fromMarker;
    }
  }

  function storeFailures(count) {
    try {
      if (count === 0) localStorage.removeItem(COUNT_KEY);
      else localStorage.setItem(COUNT_KEY, `${build} ${count}`);
      storageKeeps = true;
    } catch (error) {
      storageKeeps = false;
      console.warn('Start-up: localStorage could not be written', error);
    }
  }

  /** Whether this document is a reload by `recover`. True only once, so that the app tells the user once. */
  function takeRecovery() {
    try {
      const parts = (sessionStorage.getItem(RECOVERED_KEY) || '').split(' ');
      if (parts[1] !== 'untold') return false;
      sessionStorage.setItem(RECOVERED_KEY, parts[0]);
      return true;
    } catch (error) {
      console.warn('Start-up: sessionStorage could not be read', error);
      return false;
    }
  }

  /** Whether this tab has already been reloaded by `recover` for this build. */
  function hasRecovered() {
    try {
      return (sessionStorage.getItem(RECOVERED_KEY) || '').split(' ')[0] === build;
    } catch (error) {
      console.warn('Start-up: sessionStorage could not be read', error);
      return marked === build;
    }
  }

  function reload() {
    if (storageKeeps) {
      location.reload();
      return;
    }
    const url = new URL(location.href);
    url.searchParams.set(MARKER, build);
    location.replace(url.href);
  }

  /** Waits for a connection first: a reload without network and without a worker ends on the browser's error page. */
  function reloadWhenPossible() {
    const worker = navigator.serviceWorker ? navigator.serviceWorker.controller : null;
    if (navigator.onLine || worker) {
      reload();
      return;
    }
    // `navigator.onLine` can be wrong, so a request is tried too.
    addEventListener('online', reload, { once: true });
    fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(reload, () => undefined);
  }

  /**
   * Removes the worker and its precached files, which could keep a broken build alive; never IndexedDB.
   * Does so only when the server answers, because offline the precache is the only copy of the app.
   */
  function dropPrecache() {
    if (!navigator.serviceWorker || !self.caches) return Promise.resolve();
    return fetch('/sw.js', { cache: 'no-store' })
      .then((answer) => {
        const type = answer.headers.get('content-type') || '';
        const reachable = (answer.ok && type.includes('javascript')) || answer.status === 404;
        if (!reachable) return undefined;
        return navigator.serviceWorker
          .getRegistrations()
          .then((all) => Promise.all(all.map((one) => one.unregister())))
          .then(() => caches.keys())
          .then((names) =>
            Promise.all(names.filter((name) => name.includes('precache')).map((name) => caches.delete(name))),
          );
      })
      .catch((error) => console.error('Start-up: the service worker could not be removed', error));
  }

  function show(hint) {
    const screen = document.createElement('div');
    screen.className = 'start-failure';
    screen.setAttribute('role', 'alert');
    const logo = document.createElement('div');
    logo.innerHTML = LOGO;
    const title = document.createElement('h1');
    title.textContent = 'Ops! Algo deu errado ao carregar a aplicação.';
    const text = document.createElement('p');
    text.textContent = hint;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Tentar Novamente';
    button.addEventListener('click', reload);
    screen.append(logo, title, text, button);
    document.body.append(screen);
    const root = document.getElementById('root');
    if (root) root.inert = true;
    button.focus();
    return screen;
  }

  /** `kind`: 'load' = a file is missing, 'threw' = an error before the first render, 'crashed' = an error after it. */
  function fail(kind, cause) {
    if (failure) return;
    failure = { kind, screen: null, timer: 0, counted: false };
    console.error(`Start-up failure (${kind})`, cause);
    // No automatic reload after a crash of a started app: the reload could crash again, endlessly.
    const started = phase === 'settled';
    const before = started ? 1 : failuresSoFar();
    const auto = before === 0;
    if (!started) {
      failure.counted = true;
      storeFailures(before + 1);
    }
    const draw = () => {
      if (!failure) return;
      failure.screen = show(
        auto
          ? 'Vamos recarregar em instantes. O que está salvo neste aparelho continua aqui.'
          : 'Confira sua conexão e tente outra vez. O que está salvo neste aparelho continua aqui.',
      );
      if (auto) failure.timer = setTimeout(reloadWhenPossible, RELOAD_AFTER_MS);
    };
    if (document.body) draw();
    else addEventListener('DOMContentLoaded', draw, { once: true });
    if (!auto && !started) dropPrecache();
  }

  /** Removes the failure screen when the app has rendered in spite of an earlier error. */
  function forgive() {
    if (failure === null || failure.kind !== 'threw') return;
    clearTimeout(failure.timer);
    if (failure.screen) failure.screen.remove();
    const root = document.getElementById('root');
    if (root) root.inert = false;
    failure = null;
  }

  /** A file of the page did not arrive. */
  function missed(cause) {
    if (phase === 'settled') return;
    if (navigator.onLine !== false) return fail('load', cause);
    // Without a network a page that is not on the phone says so itself, in the frame; which may still be on its way.
    setTimeout(() => {
      if (phase === 'starting') fail('threw', cause);
    }, FRAME_AFTER_MS);
  }

  addEventListener(
    'error',
    (event) => {
      const element = event.target;
      if (element && element !== window) {
        const isStyle = element.tagName === 'LINK' && element.rel === 'stylesheet';
        const isOurs = (element.src || element.href || '').startsWith(location.origin);
        if (isOurs && (element.tagName === 'SCRIPT' || isStyle)) missed(event);
        return;
      }
      // Errors of extensions come from other origins; ResizeObserver and other layout warnings have no error object.
      const isOurs = !event.filename || event.filename.startsWith(location.origin);
      if (phase === 'starting' && event.error && isOurs) fail('threw', event.error);
    },
    true,
  );
  addEventListener('unhandledrejection', () => {
    rejected = true;
  });
  addEventListener('vite:preloadError', (event) => {
    missed(event.payload);
  });
  // A rejected promise counts as a failure only when the app has not started by then; being slow alone does not.
  setTimeout(() => {
    if (phase === 'starting' && rejected) fail('threw', 'no start after a rejected promise');
  }, GIVE_UP_AFTER_MS);

  window.danceflixStart = {
    rendered() {
      if (phase === 'starting') phase = 'rendered';
      forgive();
    },
    settled() {
      if (failure) return;
      phase = 'settled';
      storeFailures(0);
    },
    /** Reloads because a part of the started app could not be loaded. Returns false when this build was reloaded before. */
    recover() {
      if (failure || hasRecovered() || failuresSoFar() > 0) return false;
      // Counts as a failure until the next start succeeds, so that a failing start does not cause a second reload.
      storeFailures(1);
      try {
        sessionStorage.setItem(RECOVERED_KEY, `${build} untold`);
      } catch (error) {
        storageKeeps = false;
        console.warn('Start-up: sessionStorage could not be written', error);
      }
      reload();
      return true;
    },
    cameBack,
    failed(cause) {
      fail(phase === 'starting' ? 'threw' : 'crashed', cause);
    },
  };
})();
