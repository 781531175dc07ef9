// These tests check the shipped files with the programs that read them. A test is skipped where its program
// is not installed, but fails when GEVEL_TEST_PROOF is set.

package deploy_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestHaproxyTakesItsConfiguration(t *testing.T) {
	run(t, find(t, "haproxy"), "-c", "-q", "-f", "haproxy.cfg")
}

func TestNginxTakesItsConfiguration(t *testing.T) {
	nginx, dir := find(t, "nginx"), t.TempDir()
	site, err := filepath.Abs("nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	var temporary strings.Builder // folders that an unprivileged user can make
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s;", kind, dir)
	}
	write(t, filepath.Join(dir, "nginx.conf"), fmt.Sprintf("error_log stderr;\npid %s/pid;\nevents {}\nhttp { access_log off; %s include %s; }\n",
		dir, temporary.String(), site))
	run(t, nginx, "-t", "-q", "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
}

// mostExposed is systemd's exposure level 2.0 of 10: services below it are well confined.
const mostExposed = "20"

func TestSystemdTakesItsUnitsAndFindsThemConfined(t *testing.T) {
	judge := find(t, "systemd-analyze") //nolint:misspell // its name
	units, err := filepath.Glob("systemd/*")
	if err != nil || len(units) < 4 {
		t.Fatalf("%v, %v", units, err)
	}
	dir := t.TempDir()
	programs := strings.NewReplacer("/usr/local/bin/", dir+"/")
	for _, name := range []string{"gevel", "gevel-daily"} {
		path := filepath.Join(dir, name)
		write(t, path, "#!/bin/sh\n")
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for i, path := range units {
		unit, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		units[i] = filepath.Join(dir, filepath.Base(path))
		write(t, units[i], programs.Replace(string(unit)))
	}
	t.Setenv("SYSTEMD_UNIT_PATH", dir+":") // those that they name
	for _, path := range units {
		if said := run(t, judge, "verify", "--man=no", strings.Replace(path, "@.", "@gevel-daily.service.", 1)); said != "" {
			t.Errorf("systemd says of %s: %s", filepath.Base(path), said)
		}
		if strings.HasSuffix(path, ".service") && !strings.Contains(path, "@") {
			run(t, judge, "security", "--offline=true", "--threshold="+mostExposed, path)
		}
	}
}

func TestTheAlarmPassesOnTheLastLinesOfTheUnit(t *testing.T) {
	unit, err := os.ReadFile("systemd/gevel-alarm@.service")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(unit), "ExecStart=/bin/sh -c '")
	command, arguments, found := strings.Cut(command, "' ")
	if !found || strings.TrimSpace(arguments) != "alarm %i" {
		t.Fatalf("the command is %q with %q", command, arguments)
	}
	dir := t.TempDir()
	journal := filepath.Join(dir, "journalctl")
	write(t, journal, "#!/bin/sh\necho lines of \"$@\"\n")
	if err := os.Chmod(journal, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("GEVEL_ALARM", `sed "s/^/to operations: /"`)
	got := run(t, "/bin/sh", "-c", strings.ReplaceAll(command, "$$", "$"), "alarm", "gevel-daily.service")
	if want := "to operations: lines of --no-pager --lines=50 --unit=gevel-daily.service\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func find(t *testing.T, program string) string {
	t.Helper()
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin") {
		path := filepath.Join(dir, program)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	if os.Getenv("GEVEL_TEST_PROOF") != "" {
		t.Fatalf("%s is not installed", program)
	}
	t.Skipf("%s is not installed", program)
	return ""
}

func run(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
