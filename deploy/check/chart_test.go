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
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
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
		withoutChecksum(made)
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

// withoutChecksum takes the checksum of the configuration from pods, which the manifests have no use for: kustomize names
// a configuration by its content.
func withoutChecksum(objects []runtime.Object) {
	for _, object := range objects {
		if d, ok := object.(*appsv1.Deployment); ok {
			delete(d.Spec.Template.Annotations, checksum)
			if len(d.Spec.Template.Annotations) == 0 {
				d.Spec.Template.Annotations = nil
			}
		}
	}
}

const checksum = "checksum/config"

// deployersValues are what a cluster of another's may ask for.
const deployersValues = `
image: {repository: registry.example/team/gevel, tag: "", pullPolicy: Always}
imagePullSecrets: [{name: registry}]
serviceAccount: {create: true, name: valuer, annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::1:role/gevel"}}
config: {GEVEL_WORKERS: 1000000, GEVEL_SHARE: 0.5, GEVEL_PUBLISH_SALES: true, AWS_REGION: "eu-west-1"}
extraEnv: [{name: TZ, value: Europe/Amsterdam}, {name: A, value: 5}, {name: B, value: true}, {name: C, valueFrom: {secretKeyRef: {name: s, key: k}}}]
nodeSelector: {pool: values}
tolerations: [{key: values, operator: Exists, effect: NoSchedule}]
affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: arch, operator: In, values: [arm64]}]}]}}}
podAnnotations: {team: values, tier: 5}
podLabels: {cost: 1000000}
service: {type: NodePort, annotations: {cloud.example/neg: "1"}}
ingress: {enabled: true, className: nginx, annotations: {cert-manager.io/cluster-issuer: le}, hosts: [huizen.example, {host: homes.example, paths: [{path: /v1, pathType: Exact}]}, {host: a.example}], tls: [{secretName: t, hosts: [homes.example]}]}
serviceMonitor: {enabled: true, labels: {release: prometheus}}
build: {enabled: true}
`

// checkDeployers renders the chart with values of all kinds, and looks for each in what it makes.
func checkDeployers(dir string) error {
	values, err := chartutil.ReadValues([]byte(deployersValues))
	if err != nil {
		return err
	}
	rendered, err := render(dir, values)
	if err != nil {
		return err
	}
	var faults []error
	for file, want := range map[string][]string{
		"deployment.yaml": {
			"image: \"registry.example/team/gevel:0.0.0\"", "imagePullPolicy: Always", "- name: registry", "serviceAccountName: valuer",
			"pool: values", "- effect: NoSchedule", "requiredDuringScheduling", "value: Europe/Amsterdam", `team: "values"`, checksum,
			`value: "5"`, `value: "true"`, "secretKeyRef", `tier: "5"`, `cost: "1000000"`,
		},
		"build.yaml": {"registry.example", "- name: registry", "serviceAccountName: valuer", "pool: values", "value: Europe/Amsterdam", `value: "5"`, `cost: "1000000"`},
		"configmap.yaml": {
			`GEVEL_WORKERS: "1000000"`, `GEVEL_SHARE: "0.5"`, `GEVEL_PUBLISH_SALES: "true"`, `AWS_REGION: "eu-west-1"`,
		},
		"ingress.yaml": {"ingressClassName: nginx", "cluster-issuer: le", `host: "huizen.example"`, "path: /\n", "path: /v1\n", "pathType: Exact", `host: "a.example"`, "secretName: t"},
		"service.yaml": {`cloud.example/neg: "1"`, "type: NodePort"}, "serviceaccount.yaml": {"role-arn", "name: valuer"},
		"servicemonitor.yaml": {"release: prometheus", "replacement: gevel"},
	} {
		for _, text := range want {
			if !strings.Contains(rendered[file], text) {
				faults = append(faults, fmt.Errorf("%s makes of %s nothing with %q:\n%s", dir, file, text, rendered[file]))
			}
		}
		if file == "servicemonitor.yaml" { // of the Prometheus operator, whose types are not here
			_, err = chartutil.ReadValues([]byte(rendered[file]))
		} else {
			_, err = decode([]byte(rendered[file]))
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %s: %w\n%s", dir, file, err, rendered[file]))
		}
	}
	values["config"] = map[string]any{"AWS_REGION": "eu-central-1"}
	other, err := render(dir, values)
	if err != nil || other["deployment.yaml"] == rendered["deployment.yaml"] {
		faults = append(faults, fmt.Errorf("%s: pods are the same for another configuration: %w", dir, err))
	}
	return errors.Join(faults...)
}

// checkNames renders the chart under other names, with an account and an image that are named in other ways.
func checkNames(dir string) error {
	var faults []error
	for _, tt := range []struct{ values, name, image string }{
		{"image: {tag: 1.5}", "gevel", "gevel:1.5"},
		{"nameOverride: homes", "gevel-homes", "gevel:dev"},
		{"nameOverride: gev", "gevel", "gevel:dev"},
		{"{fullnameOverride: homes, image: {digest: 'sha256:" + strings.Repeat("a", 64) + "'}}", "homes", "gevel@sha256:aaa"},
	} {
		values, err := chartutil.ReadValues([]byte(tt.values))
		if err != nil {
			return err
		}
		values["serviceAccount"] = map[string]any{"create": true}
		rendered, err := render(dir, values)
		if err != nil {
			return err
		}
		for file, text := range rendered {
			if strings.HasSuffix(file, ".yaml") && strings.TrimSpace(text) != "" && !strings.Contains(text, "\n  name: "+tt.name+"\n") {
				faults = append(faults, fmt.Errorf("%s: with %s %s is not called %s:\n%s", dir, tt.values, file, tt.name, text))
			}
		}
		for _, want := range []string{`image: "` + tt.image, "serviceAccountName: " + tt.name + "\n"} {
			if text := rendered["deployment.yaml"]; !strings.Contains(text, want) {
				faults = append(faults, fmt.Errorf("%s: with %s there is no %q in\n%s", dir, tt.values, want, text))
			}
		}
	}
	return errors.Join(faults...)
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
	for _, bad := range []map[string]any{
		{"replicas": map[string]any{"least": 0}}, {"image": "gevel:dev"}, {"config": map[string]any{"X": []any{}}},
		{"ingress": map[string]any{"enabled": true}}, {"image": map[string]any{"digest": "dev"}}, {"fullnameOverride": "Homes"},
	} {
		if _, err = render(dir, bad); err == nil {
			return fmt.Errorf("%s takes values that its schema refuses: %v", dir, bad)
		}
	}
	if err := errors.Join(checkDeployers(dir), checkNames(dir)); err != nil {
		return err
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
