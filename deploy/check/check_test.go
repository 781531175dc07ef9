// Package check parses the shipped files as their readers do: Kubernetes manifests into the types of its API,
// with unknown fields refused; the chart with Helm, which must make what the manifests have; the compose file with
// Compose; the Dockerfile with BuildKit. It is a separate module, so that gevel does not depend on these. From the root
// of the repository: go -C deploy/check test -v .
package check

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
)

func TestReadersTakeWhatIsShipped(t *testing.T) {
	err := errors.Join(checkManifests("../kubernetes"), checkChart("../helm", "../kubernetes"),
		checkCompose("../compose.yaml"), checkDockerfile("../Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
}

// checkManifests decodes each object of each file strictly.
func checkManifests(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return err
	}
	objects := 0
	for _, path := range files {
		if filepath.Base(path) == "kustomization.yaml" { // read by kustomize alone
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		list, err := decode(content)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, object := range list {
			fmt.Printf("%-40s %s\n", path, object.GetObjectKind().GroupVersionKind())
		}
		objects += len(list)
	}
	if objects == 0 {
		return fmt.Errorf("%s has no manifests", dir)
	}
	return nil
}

// decode decodes each object of a file strictly.
func decode(content []byte) (list []runtime.Object, err error) {
	strict := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		object, _, err := strict.Decode(document, nil, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, object)
	}
}

// checkCompose loads the file with variables as an operator would set them.
func checkCompose(path string) error {
	options, err := cli.NewProjectOptions([]string{path},
		cli.WithEnv([]string{"POSTGRES_PASSWORD=a", "S3_ACCESS_KEY=b", "S3_SECRET_KEY=c"}))
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Printf("%-40s %d services\n", path, len(project.Services))
	return nil
}

// checkDockerfile parses the file; a warning is an error.
func checkDockerfile(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var faults []error
	lint := linter.New(&linter.Config{
		Warn: func(rule, _, _, message string, _ []parser.Range) {
			faults = append(faults, fmt.Errorf("%s: %s: %s", path, rule, message))
		},
	})
	stages, _, err := instructions.Parse(parsed.AST, lint)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Printf("%-40s %d stages\n", path, len(stages))
	return errors.Join(faults...)
}
