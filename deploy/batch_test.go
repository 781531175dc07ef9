package deploy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gevelIn builds gevel, and returns it with a small town in a folder of its own.
func townFor(t *testing.T) (gevel, dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds gevel and a town")
	}
	dir = t.TempDir()
	gevel = filepath.Join(dir, "gevel")
	run(t, "go", "build", "-o", gevel, "../cmd/gevel")
	run(t, gevel, "demo", "--homes", "600", "--date", "2025-03-14", "--dir", dir+"/town", "--no-serve")
	return gevel, dir
}

// TestBatchEnginesRunEachTask runs the commands of the job definitions with each index, as engines without a shell do.
func TestBatchEnginesRunEachTask(t *testing.T) {
	gevel, dir := townFor(t)
	text, err := os.ReadFile(filepath.Join(dir, "town", "addresses.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var aws struct {
		ContainerProperties struct{ Command []string }
	}
	var google struct {
		TaskGroups []struct {
			TaskSpec struct {
				Runnables []struct{ Container struct{ Commands []string } }
			}
		}
	}
	readJSON(t, "batch/aws.json", &aws)
	readJSON(t, "batch/google.json", &google)
	for variable, command := range map[string][]string{
		"AWS_BATCH_JOB_ARRAY_INDEX": aws.ContainerProperties.Command,
		"BATCH_TASK_INDEX":          google.TaskGroups[0].TaskSpec.Runnables[0].Container.Commands,
	} {
		values := filepath.Join(dir, variable)
		if err := os.Mkdir(values, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(values, "homes.csv"), string(text))
		if err := os.Symlink(filepath.Join(dir, "town", "editions"), filepath.Join(values, "editions")); err != nil {
			t.Fatal(err)
		}
		rows := 0
		for index := range 8 {
			var args []string
			for _, a := range command {
				args = append(args, strings.ReplaceAll(a, "/values/", values+"/"))
			}
			task := exec.Command(gevel, args...)
			task.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, index))
			if out, err := task.CombinedOutput(); err != nil {
				t.Fatalf("task %d of %v: %v\n%s", index, args, err, out)
			}
			part, err := os.ReadFile(filepath.Join(values, fmt.Sprintf("values-%d.csv", index)))
			if err != nil {
				t.Fatal(err)
			}
			rows += strings.Count(string(part), "\n") - 1
		}
		if want := strings.Count(string(text), "\n") - 1; rows != want {
			t.Errorf("by %s %d rows are valued, of %d", variable, rows, want)
		}
	}
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
