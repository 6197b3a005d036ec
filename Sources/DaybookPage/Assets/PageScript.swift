/// The one script: it makes smoother what works without it.
enum PageScript {
    static let text = """
        'use strict';
        const root = document.documentElement;
        root.classList.add('js');
        const policy = window.trustedTypes
          ? trustedTypes.createPolicy('daybook', { createHTML: (text) => text }) : { createHTML: (text) => text };
        const find = (selector, within = document) => within.querySelector(selector);
        const say = (text) => { find('#live').textContent = text; };

        // Shows another address of the same page in place: the answer, the steps, both times.
        let asked = null;
        async function show(address) {
          if (asked) asked.abort();
          const mine = asked = new AbortController();
          try {
            const answer = await fetch(address, { signal: mine.signal });
            const text = await answer.text();
            const page = new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
            if (mine.signal.aborted) return;
            if (!find('#asof', page)) { location.assign(address); return; }
            const focused = document.activeElement && document.activeElement.id;
            for (const id of ['answer', 'asof', 'on-steps', 'known-steps', 'marks']) {
              find('#' + id).replaceWith(document.importNode(find('#' + id, page), true));
            }
            for (const id of ['on', 'on-slider', 'known', 'known-slider']) {
              const [old, now] = [find('#' + id), find('#' + id, page)];
              if (id !== focused || old.type !== 'range') {
                for (const name of ['min', 'max', 'placeholder']) {
                  if (now.hasAttribute(name)) old.setAttribute(name, now.getAttribute(name));
                }
                if (id !== focused) old.value = now.value;
              }
              if (old.type === 'range') old.setAttribute('aria-valuetext', now.getAttribute('aria-valuetext'));
            }
            const links = page.querySelectorAll('header nav a');
            document.querySelectorAll('header nav a').forEach((link, index) => { link.href = links[index].href; });
            document.body.className = page.body.className;
            root.toggleAttribute('data-past', page.documentElement.hasAttribute('data-past'));
            root.dataset.newest = page.documentElement.dataset.newest;
            document.title = page.title;
            history.replaceState(null, '', address);
            say('');
          } catch (error) {
            if (error.name !== 'AbortError') say('The server does not answer. Is “daybook serve” running?');
          }
        }

        function addressWith(name, value) {
          const address = new URL(location.href);
          if (value === null) address.searchParams.delete(name); else address.searchParams.set(name, value);
          return address.href;
        }

        // The sliders.
        let waiting = 0;
        document.addEventListener('input', (event) => {
          const slider = event.target;
          if (slider.type !== 'range') return;
          const isDay = slider.id === 'on-slider';
          const value = isDay ? new Date(slider.value * 86400000).toISOString().slice(0, 10) : slider.value;
          const isNow = !isDay && slider.value === slider.max;
          find(isDay ? '#on' : '#known').value = isNow ? '' : value;
          slider.setAttribute('aria-valuetext', isDay ? value : 'position ' + value);
          clearTimeout(waiting);
          waiting = setTimeout(() => show(addressWith(isDay ? 'on' : 'known', isNow ? null : value)), 60);
        });

        // On the slider of what was known, the arrows go from change to change.
        document.addEventListener('keydown', (event) => {
          if (event.target.id !== 'known-slider') return;
          const key = { ArrowLeft: '{', ArrowDown: '{', ArrowRight: '}', ArrowUp: '}' }[event.key];
          const step = key && find('[data-key="' + key + '"][href]');
          if (!key) return;
          event.preventDefault();
          if (!step) return;
          const known = new URL(step.href).searchParams.get('known');
          event.target.value = known;
          show(step.href);
        });

        // Steps stay on the page.
        document.addEventListener('click', (event) => {
          const step = event.target.closest('.steps a');
          if (!step || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
          event.preventDefault();
          if (step.hasAttribute('href')) {
            const id = step.parentElement.id;
            const place = [...step.parentElement.children].indexOf(step);
            show(step.href).then(() => find('#' + id).children[place].focus());
          }
        });

        // A form: solo and dual exclude each other, a draft lasts until it is saved, and leaving a changed one asks.
        const entry = find('form.entry');
        if (find('#saved')) sessionStorage.removeItem(sessionStorage.sent);
        if (entry) {
          const place = 'draft ' + location.pathname;
          const fields = entry.elements;
          const values = () => JSON.stringify([...new FormData(entry)].filter(([name]) => name !== 'form'));
          const start = values();
          const isChanged = () => values() !== start || find('.refusal');
          const draft = sessionStorage.getItem(place);
          let leaves = false;
          const hours = (field) => /^\\d+(\\.\\d{1,2})?$/.test(field.value) ? Math.round(field.value * 100) : NaN;
          const showDuration = () => {
            const time = hours(fields.hobbsEnd) - hours(fields.hobbsStart);
            find('#duration').value = time >= 0 ? 'Duration: ' + (time / 100).toFixed(time % 10 ? 2 : 1) + ' hrs' : '';
          };
          if (draft && !find('.refusal')) {
            for (const field of fields) if (field.type === 'checkbox') field.checked = false;
            for (const [name, value] of JSON.parse(draft)) {
              const field = fields[name];
              if (field && field.type === 'checkbox') field.checked = true; else if (field) field.value = value;
            }
          }
          showDuration();
          entry.addEventListener('input', (event) => {
            const other = { solo: 'dual', dual: 'solo' }[event.target.name];
            if (other && event.target.checked) fields[other].checked = false;
            showDuration();
            if (values() === start) sessionStorage.removeItem(place); else sessionStorage.setItem(place, values());
          });
          entry.addEventListener('submit', () => { leaves = true; sessionStorage.sent = place; });
          find('#cancel').addEventListener('click', (event) => {
            if (!isChanged()) return;
            event.preventDefault();
            find('#discard').showModal();
          });
          find('#discarded').addEventListener('click', () => { leaves = true; sessionStorage.removeItem(place); });
          window.addEventListener('beforeunload', (event) => { if (!leaves && isChanged()) event.preventDefault(); });
        }

        // A button that has to be held sends for how long it was.
        let heldSince = 0;
        for (const type of ['pointerdown', 'keydown']) {
          document.addEventListener(type, (event) => {
            if (!event.repeat && event.target.closest('.hold')) heldSince = performance.now();
          });
        }
        document.addEventListener('click', (event) => {
          const form = event.target.closest('.hold');
          if (!form) return;
          const tenths = Math.floor((performance.now() - heldSince) / 100);
          form.elements.held.value = tenths;
          if (tenths >= 30) return;
          event.preventDefault();
          say('Hold the button for three seconds.');
        });

        // Keys.
        let keysOn = sessionStorage.getItem('keys') !== 'off';
        let going = false;
        document.addEventListener('keydown', (event) => {
          if (!keysOn || event.ctrlKey || event.altKey || event.metaKey) return;
          if (event.target.closest('input, textarea, select')) return;
          if (going) {
            going = false;
            const link = find('a[data-go="' + event.key + '"]');
            if (link) link.click();
            return;
          }
          if (event.key === 'g') going = true;
          else if (event.key === '?') find('#keys').showModal();
          else if (event.key === '/' && find('#q')) { event.preventDefault(); find('#q').focus(); }
          else {
            const step = '[]{}.'.includes(event.key) && find('[data-key="' + event.key + '"][href]');
            if (step) step.click();
          }
        });
        const keysSwitch = find('#keys-switch');
        function showKeysSwitch() {
          keysSwitch.textContent = keysOn ? 'Keys are on' : 'Keys are off';
          keysSwitch.setAttribute('aria-pressed', String(keysOn));
        }
        if (keysSwitch) {
          showKeysSwitch();
          keysSwitch.addEventListener('click', () => {
            keysOn = !keysOn;
            sessionStorage.setItem('keys', keysOn ? 'on' : 'off');
            showKeysSwitch();
          });
        }

        // What another program writes appears by itself, where the page shows what is known now.
        async function poll() {
          if (document.visibilityState !== 'visible' || !find('#asof')) return;
          try {
            const answer = await fetch('/position');
            if (!answer.ok) throw new Error();
            const newest = await answer.text();
            if (newest === root.dataset.newest) { return; }
            if (root.hasAttribute('data-past')) { root.dataset.newest = newest; say('The ledger has newer events.'); }
            else if (!document.activeElement.closest('#answer form')) await show(location.href);
          } catch (error) { say('The server does not answer. Is “daybook serve” running?'); }
        }
        setInterval(poll, 2000);
        window.addEventListener('focus', poll);

        """
}
