// These tests run the recipes of deploy/batch and deploy/tables on a small town, with the programs that they are for.

package deploy_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/postgrestest"
)

// townFor builds gevel, and returns it with a small town in a folder of its own.
func townFor(t *testing.T) (gevel, dir string) {
	t.Helper()
	if os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip("builds gevel and a town: set GEVEL_TEST_PROOF")
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

// TestValuesGoIntoTables loads values into PostgreSQL, and has DuckDB read them, by the scripts.
func TestValuesGoIntoTables(t *testing.T) {
	gevel, dir := townFor(t)
	t.Chdir(dir)
	run(t, gevel, "value", "--all", "--editions", "town/editions", "--date", "2025-03-01", "--output", "values.parquet")
	run(t, gevel, "value", "--all", "--editions", "town/editions", "--date", "2025-03-01", "--raw", "--output", "all.csv")
	text, err := os.ReadFile("all.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	homes := "bag_id\n"
	for _, row := range rows[1:] {
		homes += row[0] + "\n"
	}
	write(t, "homes.csv", homes)
	run(t, gevel, "value", "homes.csv", "--editions", "town/editions", "--date", "2025-03-01", "--raw", "--output", "values.csv")
	t.Run("PostgreSQL", func(t *testing.T) { intoPostgreSQL(t, len(rows)-1) })
	t.Run("DuckDB", func(t *testing.T) {
		modules := os.Getenv("GEVEL_TEST_DUCKDB")
		if modules == "" {
			t.Skip("set GEVEL_TEST_DUCKDB to the folder of npm install @duckdb/node-api")
		}
		t.Setenv("NODE_PATH", filepath.Join(modules, "node_modules"))
		out := run(t, find(t, "node"), "-e", asDuckDB, recipe(t, "duckdb.sql"))
		if !strings.Contains(out, "[ 'municipality', 'valued', 'middle' ]") || !strings.Contains(out, `"modelVersion":"`) {
			t.Errorf("it prints %s", out)
		}
	})
}

// asDuckDB runs the statements of a file, and prints what they answer.
const asDuckDB = `
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const statements = await connection.extractStatements(require("fs").readFileSync(process.argv[1], "utf8"));
  for (let i = 0; i < statements.count; i++) {
    const answer = await (await statements.prepare(i)).runAndReadAll();
    console.log(answer.columnNames(), answer.getRowsJson());
  }
})();
`

var recipes, _ = filepath.Abs("tables") // before a test goes elsewhere

func recipe(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(recipes, name)
}

func intoPostgreSQL(t *testing.T, homes int) {
	t.Helper()
	psql := find(t, "psql")
	server, err := postgrestest.New()
	if errors.Is(err, postgrestest.ErrNotInstalled) && os.Getenv("GEVEL_TEST_PROOF") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	}()
	url := strings.ReplaceAll(server.URL(""), "&search_path=", "")
	run(t, psql, url, "-v", "ON_ERROR_STOP=1", "-f", recipe(t, "postgresql.sql"))
	got := run(t, psql, url, "-At", "-c",
		"SELECT count(*), count(value) > 100, count(edition) = count(value), min(value_date), max(made_by) LIKE 'gevel %' FROM home_values")
	if want := fmt.Sprintf("%d|t|t|2025-03-01|t\n", homes); got != want {
		t.Errorf("the table has %q, want %q", got, want)
	}
}
