package check

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"k8s.io/apimachinery/pkg/api/equality"
)

// sameAs has the manifest that each template is to make with the values that the chart has, by the template's file.
var sameAs = map[string]string{
	"autoscaler.yaml": "autoscaler.yaml",
	"build.yaml":      "build-cronjob.yaml",
	"configmap.yaml":  "configmap.yaml",
	"deployment.yaml": "deployment.yaml",
	"disruption.yaml": "disruption.yaml",
	"network.yaml":    "network.yaml",
	"service.yaml":    "service.yaml",
}

// checkChart lints the chart, renders it as Helm does, and compares each object with the manifest.
func checkChart(dir, manifests string) error {
	values := map[string]any{"build": map[string]any{"enabled": true}}
	var faults []error
	for _, message := range lint.All(dir, values, "default", true).Messages {
		if message.Severity >= support.WarningSev {
			faults = append(faults, fmt.Errorf("%s: %w", dir, message))
		}
	}
	rendered, err := render(dir, values)
	if err != nil {
		return err
	}
	for template, manifest := range sameAs {
		made, err := decode([]byte(rendered[template]))
		if err != nil {
			return fmt.Errorf("%s, %s: %w\n%s", dir, template, err, rendered[template])
		}
		content, err := os.ReadFile(filepath.Join(manifests, manifest))
		if err != nil {
			return err
		}
		want, err := decode(content)
		if err != nil {
			return fmt.Errorf("%s: %w", manifest, err)
		}
		if !equality.Semantic.DeepEqual(made, want) {
			faults = append(faults, fmt.Errorf("%s makes of %s something else than %s:\n%s", dir, template, manifest,
				rendered[template]))
		}
		delete(rendered, template)
	}
	for template, text := range rendered {
		if strings.HasSuffix(template, ".yaml") && strings.TrimSpace(text) != "" {
			faults = append(faults, fmt.Errorf("%s: %s is compared with no manifest", dir, template))
		}
	}
	return errors.Join(append(faults, checkOther(dir))...)
}

// checkOther renders the chart without a build, and with values that it must refuse.
func checkOther(dir string) error {
	rendered, err := render(dir, nil)
	if err != nil {
		return err
	}
	if text := strings.TrimSpace(rendered["build.yaml"]); text != "" {
		return fmt.Errorf("%s builds editions although build.enabled is false:\n%s", dir, text)
	}
	_, err = render(dir, map[string]any{"replicas": map[string]any{"least": 0}})
	if err == nil {
		return fmt.Errorf("%s takes values that its schema refuses", dir)
	}
	fmt.Printf("%-40s %d templates\n", dir, len(sameAs))
	return nil
}

// render returns what the templates make of values, by file.
func render(dir string, values map[string]any) (map[string]string, error) {
	chart, err := loader.Load(dir)
	if err != nil {
		return nil, err
	}
	release := chartutil.ReleaseOptions{Name: "gevel", Namespace: "default", Revision: 1, IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	texts, err := engine.Render(chart, all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	byFile := map[string]string{}
	for path, text := range texts {
		byFile[filepath.Base(path)] = text
	}
	return byFile, nil
}
