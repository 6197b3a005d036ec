/// The one style sheet. Colours stand in its tokens alone.
enum PageStyle {
    static let sheet = tokens + frame + times + parts + forms

    private static let tokens = """
        :root {
          color-scheme: light dark;
          --ground: #ffffff; --surface: #f8fafc; --line: #64748b; --text: #0f172a; --faint: #475569;
          --link: #9a3412; --good: #15803d; --warning: #92400e; --bad: #b91c1c;
          --valid: #22c55e; --valid-text: #052e16; --caution: #f97316; --caution-text: #1c1917;
          --expired: #ef4444; --expired-text: #000000; --never: #cbd5e1; --never-text: #0f172a;
          --weekly: #bfdbfe; --monthly: #e9d5ff; --annual: #a7f3d0; --days: #fde68a; --badge-text: #1e1b4b;
          --paper: #ffffff; --paper-text: #475569; --backdrop: #000000;
          --firing: #000000; --firing-text: #ffffff; --past: #7c3aed; --radius: 12px; --gap: 1rem;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #0f172a; --surface: #1e293b; --line: #94a3b8; --text: #f1f5f9; --faint: #cbd5e1;
            --link: #fdba74; --good: #4ade80; --warning: #fbbf24; --bad: #fca5a5; --past: #c4b5fd;
          }
        }
        @media (prefers-contrast: more) {
          :root { --faint: var(--text); --line: var(--text); --link: var(--text); }
        }

        """

    private static let frame = """
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; max-width: 64rem; padding: 0 var(--gap) 3rem; background: var(--ground); color: var(--text);
          font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
        }
        a { color: var(--link); text-underline-offset: 0.15em; }
        a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible,
        [tabindex]:focus-visible {
          outline: 3px solid var(--link); outline-offset: 2px;
        }
        main:focus { outline: none; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { position: static; }
        html:not(.js) .scripted { display: none; }
        header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; padding: 0.75rem 0; }
        .brand { font-weight: 700; font-size: 1.25rem; }
        nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
        nav a { padding: 0.4rem 0; }
        nav a[aria-current] { font-weight: 700; text-decoration-thickness: 3px; }
        h1 { font-size: 1.75rem; line-height: 1.25; margin: 1.25rem 0 0.75rem; }
        h2 { font-size: 1.2rem; margin: 1.5rem 0 0.5rem; }
        h3 { font-size: 1rem; margin: 0; }
        h1.good::before { content: "✓ "; color: var(--good); }
        h1.bad::before { content: "✕ "; color: var(--bad); }
        button, input, select {
          font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
          border-radius: var(--radius); padding: 0.4rem 0.75rem; max-width: 100%;
        }
        button { cursor: pointer; font-weight: 600; background: var(--surface); }
        .past main { border: 4px double var(--past); border-radius: var(--radius); padding: 0 var(--gap) var(--gap); }
        .note { border-left: 4px solid var(--past); padding-left: 0.75rem; }
        dialog {
          color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius);
          max-width: 32rem;
        }
        #live:empty { display: none; }
        #live {
          position: sticky; bottom: 0.5rem; background: var(--surface); border: 1px solid var(--line);
          border-radius: var(--radius); padding: 0.5rem var(--gap); margin-top: var(--gap);
        }
        @media print { header, .times, .search, .turns, dialog, #live { display: none; } }

        """

    private static let times = """
        .times {
          background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
          padding: 0.5rem var(--gap);
        }
        .time {
          display: grid;
          grid-template-columns: 5.5rem 12rem 1fr auto;
          gap: 0.25rem 0.75rem;
          align-items: center;
        }
        .time + .time { margin-top: 0.25rem; }
        .time label { font-weight: 600; }
        .time input { width: 100%; min-width: 0; }
        .time input[type=range] { padding: 0; accent-color: var(--caution); }
        html:not(.js) .time { grid-template-columns: 5.5rem 12rem auto; }
        .steps { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; }
        .steps a { padding: 0.25rem 0; }
        .steps a[aria-disabled] { color: var(--faint); text-decoration: none; }
        .asof { margin: 0.5rem 0 0; }
        @media (max-width: 47rem) {
          .time { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
          .time label { min-width: min(5rem, 100%); }
          .time input { flex: 1 1 9rem; width: auto; padding-block: 0.2rem; }
          .time input[type=range] { flex: 1 1 7rem; }
          .asof { margin: 0; }
          h1 { font-size: 1.4rem; margin-top: 0.75rem; }
        }

        """

    private static let parts = """
        .cards {
          display: grid;
          grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
          gap: var(--gap);
        }
        .card, .total {
          background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
          padding: 0.75rem var(--gap);
        }
        .card h2 { margin: 0; }
        .card p { margin: 0.35rem 0; }
        .card ul { padding-left: 1.1rem; margin: 0.35rem 0; }
        .figure { font-size: 1.15rem; font-weight: 600; }
        .state { display: inline-block; border-radius: 999px; padding: 0.05rem 0.75rem; font-weight: 600; }
        .valid { background: var(--valid); color: var(--valid-text); }
        .caution { background: var(--caution); color: var(--caution-text); }
        .expired { background: var(--expired); color: var(--expired-text); }
        .never { background: var(--never); color: var(--never-text); }
        .bands { display: block; min-width: 30rem; font-size: 0.85rem; }
        .bands rect { stroke: var(--text); }
        .reading .card { margin-top: var(--gap); }
        .bands a:hover rect { stroke-width: 3; }
        .bands .valid { fill: var(--valid); }
        .bands .caution { fill: var(--caution); }
        .bands .expired { fill: var(--expired); }
        .bands .year { stroke: var(--line); }
        .bands .today { stroke: var(--text); stroke-width: 3; }
        .bands text { fill: var(--faint); }
        progress { width: 100%; height: 0.9rem; accent-color: var(--good); }
        .badge { font-weight: 600; color: var(--badge-text); }
        .weekly { background: var(--weekly); }
        .monthly { background: var(--monthly); }
        .annual { background: var(--annual); }
        .days { background: var(--days); }
        .card h2, .card h3 { margin: 0; font-size: 1.2rem; }
        .alarm.inactive, .alarm.ended { border-style: dashed; }
        .alarm .figure { font-size: 1.5rem; }
        .alarm.inactive .figure { opacity: 0.5; }
        .alarm .countdown { font-size: 1.15rem; }
        .firing {
          background: var(--firing); color: var(--firing-text); border: 0; width: 100%; max-width: none;
          text-align: center;
        }
        .firing[open]:not(:modal) { position: static; }
        .firing:modal { height: 100%; max-height: none; }
        .firing h1, .firing .figure { font-size: 2.5rem; margin: 1rem 0; }
        .firing img { max-width: 100%; max-height: 40vh; }
        .firing .text { max-height: 40vh; overflow-y: auto; white-space: pre-wrap; }
        .firing button, .firing a { background: var(--firing); color: var(--firing-text); font-size: 1.25rem; }
        .firing :focus-visible { outline-color: var(--firing-text); }
        .firing .presets { justify-content: center; }
        .photos img, #preview { max-width: min(100%, 20rem); max-height: 20rem; border-radius: var(--radius); }
        .options { display: grid; gap: 0.5rem; max-width: 40rem; }
        .options button { text-align: start; }
        .ring svg { max-width: 100%; }
        .ring circle { stroke-width: 12; stroke: var(--line); }
        .ring .part { stroke: var(--link); }
        .ring.green .part { stroke: var(--good); }
        .ring.orange .part { stroke: var(--warning); }
        .ring .track { stroke-width: 2; }
        .presets, .drink { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0.75rem 0; }
        .drinks { list-style: none; margin: 0; padding: 0; }
        .drinks li {
          display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; padding: 0.35rem 0;
          border-bottom: 1px solid var(--line);
        }
        .week rect { fill: var(--link); }
        .week .green { fill: var(--good); }
        .week .orange { fill: var(--warning); }
        .week .goal { stroke: var(--text); }
        .week text { fill: var(--faint); }
        .calendar td, .calendar th { text-align: center; padding: 0.25rem; }
        .calendar .green { outline: 2px solid var(--good); outline-offset: -3px; }
        .calendar .orange { outline: 2px solid var(--warning); outline-offset: -3px; }
        .bar { font-weight: 600; color: var(--warning); }
        .totals { display: flex; flex-wrap: wrap; gap: var(--gap); margin-top: var(--gap); }
        .total { display: flex; flex-direction: column; margin: 0; min-width: min(8rem, 100%); }
        .total .figure { font-size: 1.5rem; }
        .scroll { overflow-x: auto; }
        .scroll th, .scroll td { overflow-wrap: break-word; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); }
        .search, .turns { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin: 0.75rem 0; }
        .flights { list-style: none; margin: 0; padding: 0; }
        .flights li {
          display: grid; grid-template-columns: 7rem minmax(9rem, 1fr) 4.5rem 8rem minmax(0, 2fr); gap: 0 0.75rem;
          padding: 0.4rem 0; border-bottom: 1px solid var(--line);
        }
        .flights .remarks { grid-column: 2 / -1; color: var(--faint); white-space: pre-wrap; }
        .flights .hours { text-align: right; font-variant-numeric: tabular-nums; }
        .set-aside { color: var(--faint); }
        .mark { border: 1px solid var(--line); border-radius: 999px; padding: 0 0.5rem; }
        .mark.warning, .warning { color: var(--warning); font-weight: 600; }
        .faint { color: var(--faint); margin: 0; }
        .signature {
          border: 2px solid var(--good);
          border-radius: var(--radius);
          padding: 0 var(--gap) 0.5rem;
          margin: var(--gap) 0;
        }
        dl {
          display: grid;
          grid-template-columns: minmax(min(8rem, 40%), max-content) minmax(0, 1fr);
          gap: 0.2rem var(--gap);
          margin: 0.5rem 0;
        }
        dt { color: var(--faint); }
        dd { margin: 0; white-space: pre-wrap; }
        .history { list-style: none; margin: 0; padding: 0; }
        .history > li { border-left: 4px solid var(--line); padding: 0 0 0.75rem 0.75rem; }
        ins { text-decoration: none; font-weight: 600; }
        kbd, code { font-family: ui-monospace, monospace; background: var(--surface); padding: 0 0.25rem; }
        .empty { font-size: 1.15rem; }
        .entry .field, .entry fieldset { max-width: 28rem; margin: 0.5rem 0; }
        .entry .field label { display: block; font-weight: 600; }
        .entry .field p { margin: 0.25rem 0; }
        .alarm-form:has(#kind-weekly:checked) .of:not(.of-weekly),
        .alarm-form:has(#kind-monthlyDate:checked) .of:not(.of-monthlyDate),
        .alarm-form:has(#kind-monthlyRelative:checked) .of:not(.of-monthlyRelative),
        .alarm-form:has(#kind-annual:checked) .of:not(.of-annual),
        .alarm-form:has(#kind-customDays:checked) .of:not(.of-customDays)
        { display: none; }
        .js .alarm-form:not(.several) .counted { display: none; }
        .plans:has(#plan-monthly:checked) .price-annual,
        .plans:has(#plan-annual:checked) .price-monthly { display: none; }
        .price { font-size: 1.5rem; font-weight: 600; }
        .monthdays .box { min-width: 3.5rem; margin-right: 0; }
        .alarm-form select { white-space: nowrap; }
        .times-of-day input:not([type=checkbox]) { width: auto; }
        .saved { border-left: 4px solid var(--good); padding-left: 0.75rem; }
        .entry input:not([type=checkbox], [type=radio]), textarea { width: 100%; }
        textarea {
          font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
          border-radius: var(--radius); padding: 0.4rem 0.75rem;
        }
        fieldset { border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; }
        .box { display: inline-block; margin-right: 1rem; }
        input[aria-invalid] { border: 2px solid var(--bad); }
        .refusal { border-left: 4px solid var(--bad); padding-left: 0.75rem; }
        .deed, .deeds a { font-weight: 600; margin-right: 1rem; }
        @media (max-width: 47rem) {
          .flights li { grid-template-columns: minmax(0, 1fr) auto; }
          .flights .hours { grid-row: 1; grid-column: 2; }
          .flights li a, .flights .marks, .flights .landings, .flights .remarks { grid-column: 1 / -1; }
          dl { grid-template-columns: minmax(0, 1fr); }
          dd { margin-bottom: 0.35rem; }
        }

        """
}
