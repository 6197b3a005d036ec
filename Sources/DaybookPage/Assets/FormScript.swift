/// The script of pages with forms, behind that of every page: drafts, routes, signatures, buttons that wait for what
/// they need, and copies.
enum FormScript {
    /// As it is sent: without indents and comments.
    static let text = source.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { !$0.utf8.starts(with: "//".utf8) }.joined(separator: "\n")

    private static let source = """
        'use strict';
        const silent = () => say('The server does not answer. Is “daybook serve” running?');

        // A form: solo and dual exclude each other, a draft lasts until it is saved, and leaving a changed one asks.
        const entry = find('form.entry');
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
          const showInterval = () => {
            const count = fields.interval.value;
            const unit = find('[name=kind]:checked').dataset.unit;
            find('#interval-text').value = count + ' ' + unit + (count === '1' ? '' : 's');
            entry.classList.toggle('several', count > 1);
          };
          const follow = fields.was ? showInterval : fields.hobbsEnd ? showDuration : () => {};
          if (draft && !find('.refusal')) {
            const kept = JSON.parse(draft);
            for (const field of fields) {
              const isBox = ['checkbox', 'radio'].includes(field.type);
              const place = kept.findIndex(([name, value]) => name === field.name && (!isBox || value === field.value));
              if (isBox) field.checked = place >= 0; else if (place >= 0) field.value = kept.splice(place, 1)[0][1];
            }
            const more = find('#more');
            const differs = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
            if (more && [...more.querySelectorAll('input')].some(differs)) more.open = true;
          }
          follow();
          entry.addEventListener('input', (event) => {
            const other = { solo: 'dual', dual: 'solo' }[event.target.name];
            if (other && event.target.checked) fields[other].checked = false;
            if (event.target.name === 'kind') { fields.interval.value = 1; fields.was.value = event.target.value; }
            follow();
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

        // A route or its way back is set in place.
        document.addEventListener('click', (event) => {
          const link = event.target.closest('.routes a, #swap');
          if (!link || !entry || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          const [from, to] = [entry.elements.from, entry.elements.to];
          if (link.id === 'swap') [from.value, to.value] = [to.value, from.value];
          else {
            const query = new URL(link.href).searchParams;
            [from.value, to.value] = [query.get('from') || '', query.get('to') || ''];
            for (const other of document.querySelectorAll('.routes a')) other.removeAttribute('aria-current');
            link.setAttribute('aria-current', 'true');
          }
          from.dispatchEvent(new Event('input', { bubbles: true }));
        });

        // A button waits until its form has what it needs.
        for (const form of document.querySelectorAll('form.needs')) {
          const buttons = form.querySelectorAll('button:not([type])');
          const check = () => { for (const button of buttons) button.disabled = !form.checkValidity(); };
          form.addEventListener('input', check);
          check();
        }

        // The server shows the result of a form while it is filled in. Answers may come out of order: the newest stays.
        let previewed = 0;
        document.addEventListener('input', async (event) => {
          const form = event.target.closest('form[data-preview]');
          if (!form) return;
          const query = new URLSearchParams();
          for (const field of form.querySelectorAll('.field [name]')) query.set(field.name, field.value);
          const number = ++previewed;
          try {
            const answer = await fetch(form.dataset.preview + '?' + query);
            const text = answer.ok ? await answer.text() : '';
            if (number === previewed) find('#preview').value = text;
          } catch (error) { silent(); }
        });

        // A signature is drawn with mouse, finger or pen.
        const canvas = find('#canvas');
        if (canvas) {
          const [ink, field, words] = [canvas.getContext('2d'), find('#drawing'), find('#placeholder')];
          let pen = null;
          const place = (event) => {
            const box = canvas.getBoundingClientRect();
            return [(event.clientX - box.left) * 600 / box.width, (event.clientY - box.top) * 200 / box.height];
          };
          const erase = () => {
            ink.fillStyle = '#fff';
            ink.fillRect(0, 0, 600, 200);
            ink.lineWidth = 3;
            ink.lineCap = 'round';
            field.value = '';
            words.hidden = false;
          };
          const kept = field.value;
          erase();
          if (kept) {
            const picture = new Image();
            const bytes = Uint8Array.from(atob(kept.split(',')[1]), (sign) => sign.charCodeAt(0));
            picture.onload = () => { ink.drawImage(picture, 0, 0); field.value = kept; words.hidden = true; };
            picture.src = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
          }
          canvas.addEventListener('pointerdown', (event) => {
            if (pen !== null) return;
            pen = event.pointerId;
            canvas.setPointerCapture(pen);
            ink.beginPath();
            ink.moveTo(...place(event));
            words.hidden = true;
          });
          canvas.addEventListener('pointermove', (event) => {
            if (event.pointerId !== pen) return;
            ink.lineTo(...place(event));
            ink.stroke();
          });
          for (const type of ['pointerup', 'pointercancel']) canvas.addEventListener(type, (event) => {
            if (event.pointerId !== pen) return;
            pen = null;
            field.value = canvas.toDataURL('image/png');
          });
          find('#erase').addEventListener('click', erase);
        }

        // Work in progress shows how far it is; its result is another page.
        async function follow() {
          try {
            const run = find('#run', parse(await (await fetch(location.href)).text()));
            if (!run) return location.reload();
            find('#run').replaceWith(document.importNode(run, true));
          } catch (error) { silent(); }
          setTimeout(follow, 500);
        }
        if (find('#run')) follow();

        // Notices are evaluated once each time the page gets the focus.
        window.addEventListener('focus', async () => {
          const form = find('#evaluate');
          if (!form) return;
          try {
            const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
            const text = await answer.text();
            await poll();
            if (answer.ok && text) say(text);
          } catch (error) { silent(); }
        });

        // A file is copied as it is.
        document.addEventListener('click', async (event) => {
          const button = event.target.closest('button[data-copy]');
          if (!button) return;
          const title = button.textContent;
          try {
            const answer = await fetch(button.dataset.copy);
            await navigator.clipboard.writeText(await answer.text());
            button.textContent = 'Copied!';
          } catch (error) { button.textContent = 'Not copied'; }
          say(button.textContent);
          setTimeout(() => { button.textContent = title; say(''); }, 2000);
        });

        """
}
