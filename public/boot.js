/*
 * Start-up guard. Watches the app's own scripts from outside them, because a script that did not load cannot
 * report that it did not load. Shows the failure screen (specification 000 §4, §8) and reloads once per build.
 *
 * Classic script, served as written: old syntax on purpose, so that it still runs in a browser for which the
 * modules are too new. No inline script, so the Content-Security-Policy stays at script-src 'self'.
 *
 * Phases: starting → rendered (React has committed once) → settled (first results are painted, or ten seconds
 * passed). The app reports them through window.danceflixStart, see src/app/start-report.ts.
 */
(() => {
  const COUNT_KEY = 'danceflix_start_failures';
  const MARKER = 'tentativa';
  const RECOVERED_KEY = 'danceflix_recovered';
  const RELOAD_AFTER_MS = 3000;
  const GIVE_UP_AFTER_MS = 20000;
  /** The longest that an app waits behind the pictures of its prerendered page. */
  const APP_AFTER_MS = 1500;

  // Drawn here, since the file may be what did not load.
  const MARK =
    '<svg viewBox="0 0 30 30" width="64" height="64" aria-hidden="true"><rect width="30" height="30" rx="9" fill="#b5165c"/><path d="M8 22c6 0 4-14 9-14 4 0 5 6 1 8-3 1.5-5 3-3 6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="21.5" cy="8" r="2.2" fill="#f5a623"/></svg>';

  const meta = document.querySelector('meta[name="danceflix-build"]');
  const build = meta ? meta.getAttribute('content') : 'unknown';
  const marked = takeMarker();
  // A prerendered page shows what its path alone says. With a question in the address it waits for the app.
  if (/[?&](name|style|city|page|categoria|cidade|estilo|tipo|evento|nivel|busca)=/.test(location.search)) {
    document.documentElement.setAttribute('data-asks', '');
  }
  // As src/lib/low-data.ts will find, which comes too late for the pictures of a prerendered page.
  if (sparesData()) document.documentElement.setAttribute('data-low-data', '');
  // Whose bottom bar will be drawn (src/ui/global.css).
  if (stored('danceflix_identity') !== null) document.documentElement.setAttribute('data-member', '');
  addEventListener('DOMContentLoaded', bringAppAfterPaint, { once: true });
  let storageKeeps = true;
  const cameBack = marked !== null || takeRecovery();
  let phase = 'starting';
  let failure = null;
  let rejected = false;

  /**
   * A prerendered page is there to be read before it is used: its app comes once what is in sight is painted, so that
   * nothing takes the phone's line and its processor from that. The first touch does not wait.
   */
  function bringAppAfterPaint() {
    const late = document.getElementById('danceflix-app');
    if (!late) return;
    const touches = ['pointerdown', 'keydown', 'touchstart'];
    let brought = false;
    const bring = () => {
      if (brought) return;
      brought = true;
      for (const touch of touches) removeEventListener(touch, bring, true);
      late.remove();
      bringNext(Array.from(document.importNode(late.content, true).children), null);
    };
    // A page in the background is never painted, and one that asks shows nothing without its app.
    if (document.hidden || document.documentElement.hasAttribute('data-asks')) {
      bring();
      return;
    }
    for (const touch of touches) addEventListener(touch, bring, { capture: true, passive: true });
    setTimeout(bring, APP_AFTER_MS);
    // The first frame is painted when the second begins.
    requestAnimationFrame(() => requestAnimationFrame(() => afterPictures(bring)));
  }

  /**
   * One file at a time, since asking for each holds up a slow phone. A script waits for the one before it, so that each
   * is evaluated in a task of its own; one that does not load is failed by whoever imports it.
   */
  function bringNext(files, evaluated) {
    const file = files.shift();
    if (!file) return;
    const isScript = file.tagName === 'SCRIPT';
    if (isScript && evaluated) {
      evaluated.then(() => bringNext([file].concat(files), null));
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
    next.port1.onmessage = () => bringNext(files, over);
    next.port2.postMessage(null);
  }

  /** Calls back when the pictures in sight are there. */
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

  /** The retry marker of this document's URL, taken off before the router reads the address. */
  function takeMarker() {
    try {
      const url = new URL(location.href);
      const value = url.searchParams.get(MARKER);
      if (value === null) return null;
      url.searchParams.delete(MARKER);
      history.replaceState(history.state, '', url.href);
      return value;
    } catch (error) {
      console.error('Start-up: address not readable', error);
      return null;
    }
  }

  function sparesData() {
    const choice = stored('danceflix_low_data');
    if (choice === 'on' || choice === 'off') return choice === 'on';
    return navigator.connection ? navigator.connection.saveData === true : false;
  }

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      console.warn('Start-up: storage not readable', error);
      return null;
    }
  }

  /** How often this build has failed to start since it last started. */
  function failuresSoFar() {
    const fromMarker = marked === build ? 1 : 0;
    try {
      const parts = (localStorage.getItem(COUNT_KEY) || '').split(' ');
      return Math.max(fromMarker, parts[0] === build ? Number(parts[1]) || 0 : 0);
    } catch (error) {
      console.error('Start-up: storage not readable', error);
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
      console.warn('Start-up: storage not writable', error);
    }
  }

  /** Whether this document is the reload of one that missed a part; told once. */
  function takeRecovery() {
    try {
      const parts = (sessionStorage.getItem(RECOVERED_KEY) || '').split(' ');
      if (parts[1] !== 'untold') return false;
      sessionStorage.setItem(RECOVERED_KEY, parts[0]);
      return true;
    } catch (error) {
      console.warn('Start-up: storage not readable', error);
      return false;
    }
  }

  /** Whether this tab has reloaded by itself for a missing part of this build. */
  function hasRecovered() {
    try {
      return (sessionStorage.getItem(RECOVERED_KEY) || '').split(' ')[0] === build;
    } catch (error) {
      console.warn('Start-up: storage not readable', error);
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

  /** Without network and without a worker a reload would end on the browser's own error page. */
  function reloadWhenPossible() {
    const worker = navigator.serviceWorker ? navigator.serviceWorker.controller : null;
    if (navigator.onLine || worker) {
      reload();
      return;
    }
    // Browsers err about the network: a request knows.
    addEventListener('online', reload, { once: true });
    fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(reload, () => undefined);
  }

  /**
   * Removes what could have kept a broken build alive: the worker and its precached files, never IndexedDB.
   * Only when the server really answers, since without it the precache is all there is.
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
      .catch((error) => console.error('Start-up: worker kept', error));
  }

  function show(hint) {
    const screen = document.createElement('div');
    screen.className = 'start-failure';
    screen.setAttribute('role', 'alert');
    const mark = document.createElement('div');
    mark.innerHTML = MARK;
    const title = document.createElement('h1');
    title.textContent = 'Ops! Algo deu errado ao carregar a aplicação.';
    const text = document.createElement('p');
    text.textContent = hint;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Tentar Novamente';
    button.addEventListener('click', reload);
    screen.append(mark, title, text, button);
    document.body.append(screen);
    const root = document.getElementById('root');
    if (root) root.inert = true;
    button.focus();
    return screen;
  }

  /** `kind`: 'load' a file is missing, 'threw' code failed before the first render, 'crashed' after it. */
  function fail(kind, cause) {
    if (failure) return;
    failure = { kind, screen: null, timer: 0, counted: false };
    console.error(`Start-up failure (${kind})`, cause);
    // A crash of a started app is no start-up failure: reloading by itself could go round for ever.
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

  /** The app came up in spite of an error thrown on the way: take the screen back. */
  function forgive() {
    if (failure === null || failure.kind !== 'threw') return;
    clearTimeout(failure.timer);
    if (failure.screen) failure.screen.remove();
    const root = document.getElementById('root');
    if (root) root.inert = false;
    failure = null;
  }

  addEventListener(
    'error',
    (event) => {
      const element = event.target;
      if (element && element !== window) {
        const isStyle = element.tagName === 'LINK' && element.rel === 'stylesheet';
        const isOurs = (element.src || element.href || '').startsWith(location.origin);
        if (phase !== 'settled' && isOurs && (element.tagName === 'SCRIPT' || isStyle)) fail('load', event);
        return;
      }
      // What extensions throw comes from other origins; layout warnings carry no error.
      const isOurs = !event.filename || event.filename.startsWith(location.origin);
      if (phase === 'starting' && event.error && isOurs) fail('threw', event.error);
    },
    true,
  );
  addEventListener('unhandledrejection', () => {
    rejected = true;
  });
  addEventListener('vite:preloadError', (event) => {
    if (phase !== 'settled') fail('load', event.payload);
  });
  // A rejected promise may be beside the point, so only a start that then stays away is a failure.
  // Slowness alone never is one.
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
    /** A part of the started app did not arrive: reloads, once per build. False where it has done so before. */
    recover() {
      if (failure || hasRecovered() || failuresSoFar() > 0) return false;
      // Counted as a failure until the next start succeeds, so that a start that fails does not reload once more.
      storeFailures(1);
      try {
        sessionStorage.setItem(RECOVERED_KEY, `${build} untold`);
      } catch (error) {
        storageKeeps = false;
        console.warn('Start-up: storage not writable', error);
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
