// Shows the description of this very server. Without a validatorUrl and with the
// base layout the page asks no other host for anything.
const show = (spec) => {
  const place = document.getElementById("docs");
  const { key } = place.dataset; // a demo's
  const page = SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    validatorUrl: null,
    layout: "BaseLayout",
    presets: [SwaggerUIBundle.presets.apis],
    defaultModelsExpandDepth: 0,
    // The key stays in this page: it is not written to the browser's storage.
    persistAuthorization: false,
    onComplete: () => {
      if (key) page.preauthorizeApiKey(Object.keys(spec.components.securitySchemes)[0], key);
    },
  });
};

// The forms are filled with defaults, too; of a parameter that may be left out, that
// would ask for something else than leaving it out.
const withoutDefaults = (spec) => {
  for (const { get } of Object.values(spec.paths)) {
    for (const parameter of get.parameters) {
      if (!parameter.required) delete parameter.schema.default;
    }
  }
  return spec;
};

fetch("/v1/openapi.json")
  .then((answer) => answer.json())
  .then((spec) => show(withoutDefaults(spec)))
  .catch((fault) => {
    document.getElementById("docs").textContent = `The description can't be shown: ${fault.message}`;
  });
