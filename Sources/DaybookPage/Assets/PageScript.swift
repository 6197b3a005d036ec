/// The script of every page: it makes smoother what works without it.
enum PageScript {
    /// As it is sent: without indents and comments.
    static let text = source.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
        .joined(separator: "\n")

    private static let source = """
        'use strict';
        const root = document.documentElement;
        root.classList.add('js');
        const policy = window.trustedTypes
          ? trustedTypes.createPolicy('daybook', { createHTML: (text) => text }) : { createHTML: (text) => text };
        const find = (selector, within = document) => within.querySelector(selector);
        const listen = (type, act) => document.addEventListener(type, act);
        const say = (text) => { find('#live').textContent = text; };

        const parse = (text) => new DOMParser().parseFromString(policy.createHTML(text), 'text/html');

        // Shows another address of the same page in place: the answer, the steps, both times.
        let asked = null;
        async function show(address) {
          if (asked) asked.abort();
          const mine = asked = new AbortController();
          try {
            const answer = await fetch(address, { signal: mine.signal });
            const text = await answer.text();
            const page = parse(text);
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
        listen('input', (event) => {
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
        listen('keydown', (event) => {
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
        listen('click', (event) => {
          const step = event.target.closest('.steps a');
          if (!step || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
          event.preventDefault();
          if (step.hasAttribute('href')) {
            const id = step.parentElement.id;
            const place = [...step.parentElement.children].indexOf(step);
            show(step.href).then(() => find('#' + id).children[place].focus());
          }
        });

        // An entry that was saved needs no draft.
        if (find('#saved')) sessionStorage.removeItem(sessionStorage.sent);

        // A button that has to be held sends for how long it was.
        let heldSince = 0;
        let meter = 0;
        for (const type of ['pointerdown', 'keydown']) {
          listen(type, (event) => {
            const form = event.target.closest('.hold');
            if (event.repeat || !form) return;
            heldSince = performance.now();
            clearInterval(meter);
            meter = setInterval(() => { find('progress', form).value = (performance.now() - heldSince) / 100; }, 50);
          });
        }
        for (const type of ['pointerup', 'pointercancel', 'keyup']) {
          listen(type, () => {
            clearInterval(meter);
            for (const bar of document.querySelectorAll('.hold progress')) bar.value = 0;
          });
        }
        listen('click', (event) => {
          const form = event.target.closest('.hold');
          if (!form) return;
          const tenths = Math.floor((performance.now() - heldSince) / 100);
          form.elements.held.value = tenths;
          if (tenths >= 30) return;
          event.preventDefault();
          say('Hold the button for three seconds.');
        });

        // Alarms that fire show their panels over any page, one after the other, and sound where this browser may.
        let sound = null;
        function beep(pitch) {
          if (localStorage.tone !== 'on') return;
          sound = sound || new AudioContext();
          const tone = sound.createOscillator();
          tone.frequency.value = pitch;
          tone.connect(sound.destination);
          tone.start();
          tone.stop(sound.currentTime + 0.5);
        }
        // Panels that this tab has yet to show, or that wait for an answer.
        const panels = () => JSON.parse(sessionStorage.panels || '[]');
        const setPanels = (places) => { sessionStorage.panels = JSON.stringify(places); };
        const leave = (place) => setPanels(panels().filter((each) => each !== place));
        let opens = false;
        async function fire() {
          const place = panels()[0];
          if (!place || opens || find('.firing:modal')) return;
          opens = true;
          let page = parse(await (await fetch(place)).text());
          const tick = find('.tick', page);
          if (tick) {
            const body = new URLSearchParams(new FormData(tick));
            page = parse(await (await fetch(tick.getAttribute('action'), { method: 'POST', body })).text());
          }
          opens = false;
          // It was answered elsewhere, or this page is it.
          if (!find('.firing form:not(.tick)', page) || find('.firing[data-place="' + place + '"]')) {
            leave(place);
            return fire();
          }
          const panel = document.importNode(find('.firing', page), true);
          panel.removeAttribute('open');
          document.body.append(panel);
          panel.addEventListener('close', () => { panel.remove(); leave(place); fire(); });
          panel.addEventListener('submit', () => leave(place));
          panel.showModal();
          const ring = () => panel.isConnected ? beep(panel.dataset.tone) : clearInterval(ringing);
          const ringing = setInterval(ring, 2000);
          ring();
        }
        function addSwitch(place, name, isOn, turn) {
          const button = find(place);
          const draw = () => {
            button.textContent = name + (isOn() ? ' on' : ' off');
            button.setAttribute('aria-pressed', String(isOn()));
          };
          if (!button) return;
          draw();
          button.addEventListener('click', () => { turn(!isOn()); draw(); });
        }
        addSwitch('#tone-switch', 'Tone is', () => localStorage.tone === 'on', (isOn) => {
          localStorage.tone = isOn ? 'on' : 'off';
          beep(880);
        });

        // A photo is seen before it is sent, and taken out again.
        const photo = find('#photo');
        if (photo) {
          const [preview, discard] = [find('#preview'), find('#discard-photo')];
          const showPhoto = () => {
            preview.hidden = discard.hidden = !photo.files.length;
            if (photo.files.length) preview.src = URL.createObjectURL(photo.files[0]);
          };
          photo.addEventListener('change', showPhoto);
          discard.addEventListener('click', () => { photo.value = ''; showPhoto(); });
        }

        // The Escape key closes a panel.
        listen('keydown', (event) => {
          if (event.key === 'Escape' && find('#close') && !find('dialog[open]')) find('#close').click();
        });

        // Keys.
        let keysOn = sessionStorage.getItem('keys') !== 'off';
        let going = false;
        listen('keydown', (event) => {
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
        addSwitch('#keys-switch', 'Keys are', () => keysOn, (isOn) => {
          keysOn = isOn;
          sessionStorage.setItem('keys', keysOn ? 'on' : 'off');
        });

        // A change by another program appears by itself, where the page shows what is known now.
        async function poll() {
          if (document.visibilityState !== 'visible' || !root.dataset.newest) return;
          try {
            const answer = await fetch('/position');
            if (!answer.ok) throw new Error();
            const due = (answer.headers.get('daybook-due') || '').split(' ').filter((place) => place);
            setPanels([...new Set([...panels(), ...due])]);
            await fire();
            const newest = await answer.text();
            if (newest === root.dataset.newest || !find('#asof')) return;
            if (root.hasAttribute('data-past')) { root.dataset.newest = newest; say('The ledger has newer events.'); }
            else if (!document.activeElement.closest('#answer form')) await show(location.href);
          } catch (error) { say('The server does not answer. Is “daybook serve” running?'); }
        }
        setInterval(poll, 2000);
        window.addEventListener('focus', poll);
        fire();

        """
}
