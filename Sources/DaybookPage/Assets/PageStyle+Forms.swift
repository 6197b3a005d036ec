extension PageStyle {
    /// Signatures, routes, choices, uploads and the tour.
    static let forms = """
        .fields .field, .fields fieldset { max-width: 40rem; margin: 0.5rem 0; }
        .fields .field label { display: block; font-weight: 600; }
        .fields .field input { width: 100%; }
        .deeds { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 0.5rem 0; }
        button:disabled { color: var(--faint); border-style: dashed; cursor: not-allowed; }
        .drawing { position: relative; max-width: 600px; }
        .drawing canvas {
          display: block; width: 100%; aspect-ratio: 3; background: var(--paper); border: 1px solid var(--line);
          border-radius: var(--radius); touch-action: none; cursor: crosshair; margin-bottom: 0.5rem;
        }
        #placeholder { position: absolute; top: 1rem; left: 1rem; color: var(--paper-text); pointer-events: none; }
        .signature img { max-width: 100%; background: var(--paper); border-radius: var(--radius); }
        .waiting { border-left: 4px solid var(--warning); padding-left: 0.75rem; }
        .unseen { display: none; }
        label.choice { display: block; padding: 0.5rem 0; }
        pre { white-space: pre; padding: 0.5rem; background: var(--surface); border-radius: var(--radius); }
        a[aria-disabled] { color: var(--faint); text-decoration: none; }
        .tour .backdrop {
          position: fixed; inset: 0; max-width: none; border: 0; border-radius: 0;
          background: var(--backdrop); opacity: 0.4;
        }
        .tour .panel {
          position: fixed; left: 50%; bottom: 2rem; transform: translateX(-50%); width: min(28rem, 92vw);
          background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius);
          padding: 0 var(--gap) var(--gap); max-height: 80vh; overflow-y: auto;
        }
        .icon { fill: none; stroke: var(--link); stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
        .icon.warning { stroke: var(--warning); }
        .icon.good { stroke: var(--good); }
        .heat { display: block; min-width: 30rem; font-size: 0.85rem; }
        .heat text { fill: var(--faint); }
        .heat .cell { fill: none; stroke: var(--line); stroke-opacity: 0.5; }
        .heat .part { fill: var(--good); stroke: var(--text); }
        .heat a:hover .part { stroke-width: 3; }
        .heat .shade1 { fill-opacity: 0.25; }
        .heat .shade2 { fill-opacity: 0.5; }
        .heat .shade3 { fill-opacity: 0.75; }
        .tagline { font-size: 1.15rem; max-width: 40rem; }
        .routes { gap: 0.25rem 1rem; }
        .routes a[aria-current] { font-weight: 700; }

        """
}
