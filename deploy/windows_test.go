//go:build linux

// The work of a desk on Windows, as far as Debian's wine is one. Run by GEVEL_TEST_WINDOWS=1 go test ./deploy -run Windows, with
// wine64 and gcc-mingw-w64-x86-64 of Debian.

package deploy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/testing/tableforms"
)

// windows is a system with the program, and a drive W: with a folder of somebody's work.
type windows struct {
	t         *testing.T
	dir, work string // folders of this system
}

func startWindows(t *testing.T) *windows {
	t.Helper()
	if os.Getenv("GEVEL_TEST_WINDOWS") == "" {
		t.Skip("GEVEL_TEST_WINDOWS is not set")
	}
	dir := t.TempDir()
	w := &windows{t: t, dir: dir, work: filepath.Join(dir, "Mijn werk")}
	system := filepath.Join(dir, "wine")
	t.Setenv("WINEPREFIX", system)
	t.Setenv("WINEDEBUG", "-all")
	if err := errors.Join(os.Mkdir(system, 0o700), os.Mkdir(w.work, 0o700)); err != nil {
		t.Fatal(err)
	}
	// Without a persistent server the one of a program may end just when the next asks for it.
	for _, cmd := range [][]string{{"wineserver", "--persistent"}, {"wine", "wineboot", "--init"}} {
		if err := exec.CommandContext(t.Context(), find(t, cmd[0]), cmd[1:]...).Run(); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = exec.Command("wineserver", "--kill").Run() }) //nolint:noctx // the one of this folder, when t's context has ended
	if err := os.Symlink(dir, filepath.Join(system, "dosdevices", "w:")); err != nil {
		t.Fatal(err)
	}
	run(t, find(t, "x86_64-w64-mingw32-gcc"), "-shared", "-nostdlib", "-e", "0", "windows/bcryptprimitives.c",
		"-o", filepath.Join(system, "drive_c/windows/system32/bcryptprimitives.dll"), "-ladvapi32")
	w.build()
	return w
}

// build tries how files are written, and makes the program, both with a file more: it chooses the way of removing files that Go
// has for Windows before version 10, since wine 8 knows no other.
func (w *windows) build() {
	w.t.Helper()
	replace := map[string]string{}
	for added, name := range map[string]string{"../cmd/gevel/wine.go": "main", "../internal/file/atomicfile/wine_test.go": "atomicfile"} {
		path, err := filepath.Abs(added)
		if err != nil {
			w.t.Fatal(err)
		}
		replace[path] = filepath.Join(w.dir, name+".go")
		write(w.t, replace[path], "package "+name+olderRemoval)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(w.dir, "overlay.json")
	write(w.t, path, string(overlay))
	w.t.Setenv("GOOS", "windows")
	w.t.Setenv("GOARCH", "amd64")
	w.t.Setenv("CGO_ENABLED", "0")
	const linked = "-ldflags=-checklinkname=0"
	run(w.t, "go", "test", linked, "-overlay", path, "-exec", "wine", "../internal/file/atomicfile")
	run(w.t, "go", "build", linked, "-overlay", path, "-o", filepath.Join(w.dir, "gevel.exe"), "../cmd/gevel")
}

const olderRemoval = `

import _ "unsafe"

//go:linkname older internal/syscall/windows.TestDeleteatFallback
var older bool

func init() { older = true }
`

// start begins a program in the folder of work. Wine's own services get its files, and outlive it.
func (w *windows) start(from, to *os.File, program string, args ...string) *exec.Cmd {
	w.t.Helper()
	cmd := exec.Command(find(w.t, "wine"), append([]string{program}, args...)...) //nolint:noctx // it ends with the test
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.work, from, to, to
	w.t.Cleanup(func() { _ = to.Close() })
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	return cmd
}

// gevel runs a command in the folder of work, whose output must match a pattern.
func (w *windows) gevel(want string, args ...string) {
	w.t.Helper()
	log := w.log("said")
	err := w.start(nil, log, filepath.Join(w.dir, "gevel.exe"), args...).Wait()
	if said := w.read("../said"); !regexp.MustCompile(want).Match(said) {
		w.t.Errorf("gevel %q: %v, want %s in\n%s", args, err, want, said)
	}
}

// demo begins the demo in a folder, and returns its address once it answers.
func (w *windows) demo(folder string) (address string, end func()) {
	w.t.Helper()
	address = fmt.Sprintf("127.0.0.1:%d", freePort(w.t))
	cmd := w.start(nil, w.log("shown"), filepath.Join(w.dir, "gevel.exe"), "demo", "--homes", "600", "--dir", folder, "--addr", address)
	end = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}
	for range 600 {
		if strings.Contains(string(w.read("../shown")), "all endpoints, to read and to try") {
			return "http://" + address, end
		}
		time.Sleep(time.Second)
	}
	end()
	w.t.Fatalf("the demo is not ready: %s", w.read("../shown"))
	return "", nil
}

func (w *windows) log(name string) *os.File {
	w.t.Helper()
	f, err := os.Create(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return f
}

// get asks a running service.
func (w *windows) get(address string) []byte {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer demo")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %s, %v: %s", address, answer.Status, err, body)
	}
	return body
}

// pictures asks for photos of homes until one has some, and fetches the first.
func (w *windows) pictures(address string, homes []map[string]string) {
	w.t.Helper()
	var photos struct {
		Data struct{ Images []string }
	}
	for _, home := range homes {
		answer := w.get(address + "/v1/house-images" + queryOf(home))
		if err := json.Unmarshal(answer, &photos); err != nil {
			w.t.Fatalf("%v in %s", err, answer)
		}
		if len(photos.Data.Images) > 0 {
			if picture := w.get(photos.Data.Images[0]); http.DetectContentType(picture) != "image/jpeg" {
				w.t.Errorf("the photo of %v is %.40q", home, picture)
			}
			return
		}
	}
	w.t.Error("no home has photos")
}

func (w *windows) read(name string) []byte {
	w.t.Helper()
	content, err := os.ReadFile(filepath.Join(w.work, name)) //nolint:forbidigo // of this test
	if err != nil {
		w.t.Fatal(err)
	}
	return content
}

func queryOf(home map[string]string) string {
	return fmt.Sprintf("?postalCode=%s&houseNumber=%s&houseLetter=%s&houseNumberExt=%s",
		home["postal_code"], home["house_number"], home["house_letter"], home["house_number_ext"])
}

// prepare writes files of homes, a photo of one of them, and the demo's build file with paths of Windows.
func (w *windows) prepare(of []map[string]string) {
	w.t.Helper()
	rows := [][]string{{"postcode", "huisnummer", "huisletter", "toevoeging", "waardepeildatum"}}
	for _, a := range of {
		rows = append(rows, []string{a["postal_code"], a["house_number"], a["house_letter"], a["house_number_ext"], "2025-01-01"})
	}
	write(w.t, filepath.Join(w.work, "woningen 1.xlsx"), string(tableforms.Workbook(w.t, rows)))
	write(w.t, filepath.Join(w.work, "woningen 2.csv"), string(tableforms.All["windows lines"](w.t, rows)))
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 640, 480)), nil); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(w.work, "camera"), 0o700); err != nil {
		w.t.Fatal(err)
	}
	write(w.t, filepath.Join(w.work, "camera", of[0]["bag_id"]+"-1.jpg"), photo.String())
	config := strings.NewReplacer("editions: editions", "editions: nog een", "sources/", `stad\sources\`, "bag/", `bag\`)
	write(w.t, filepath.Join(w.work, "gevel.yaml"), config.Replace(string(w.read("stad/gevel.yaml"))))
}

// TestADeskOnWindows shows the demo with its page and photos, and then works with its edition: names with blanks, drives, paths
// as on a share, a workbook, and a file that another program has open.
func TestADeskOnWindows(t *testing.T) {
	w := startWindows(t)
	w.gevel(`^gevel [0-9]`, "--version")
	address, end := w.demo(`W:\Mijn werk\stad`)
	_, addresses := tableforms.Read(t, w.read("stad/addresses.csv"))
	homes := addresses[100:140]
	if page := w.get(address + "/"); !strings.Contains(string(page), "<title>") {
		t.Errorf("the page is %s", page)
	}
	w.get(address + "/v1/homevalue" + queryOf(homes[0]))
	w.pictures(address, homes)
	end()

	w.prepare(homes)
	t.Setenv("GEVEL_EDITIONS", `stad\editions`)
	share := `\\?\unix` + strings.ReplaceAll(w.work, "/", `\`) // as wine names a folder of this system
	for _, step := range []struct {
		want string
		args []string
	}{
		{`edition [0-9a-f]+, model of`, []string{"value", homes[0]["bag_id"]}},
		{`40 homes in woningen 1.xlsx: [1-9]`, []string{"value", `W:woningen 1.xlsx`, "-o", `.\waarden 1.csv`}},
		{`40 homes in waarden 1.csv: [1-9]`, []string{"value", `stad\..\waarden 1.csv`, "-o", `weer.csv`, "--report", `rapporten\1`}},
		{`reports in rapporten.1, [1-9][0-9]* of them from before`, []string{"value", `waarden 1.csv`, "-o", `weer.csv`, "--report", `rapporten\1`}},
		{`40 homes in woningen 2.csv: [1-9]`, []string{"value", `W:\Mijn werk\woningen 2.csv`, "-o", `W:/Mijn werk/waarden 2.gpkg`}},
		{`40 homes in woningen 2.csv: [1-9]`, []string{
			"value", share + `\woningen 2.csv`, "-o", share + `\waarden 3.parquet`, "--editions", share + `\stad\editions`,
		}},
		{`homes in the edition: [1-9]`, []string{"value", "--all", "--date", "2025-01-01", "-o", "alles.csv"}},
		{`Intervals: 95 %`, []string{"evaluate", `stad\editions`, "--from", "2025-01-01", "--predictions", "p.csv", "--html", "e.html"}},
		{`Intervals: 95 %`, []string{"score", "alles.csv", `stad\editions`, "--from", "2025-01-03", "--html", "s.html"}},
		{`seal.keys holds 1 seal keys`, []string{"seal", "key"}},
		{`seal 1: [0-9]+ homes on 2025-01-01`, []string{"seal", "alles.csv"}},
		{`homes proved in seal 1`, []string{"seal", "prove", "alles.csv", "--sales", `stad\editions`, "--from", "2025-01-03", "-o", "bewijs.csv"}},
		{`[1-9][0-9]* of [0-9]+ values hold`, []string{"seal", "check", "seals", "bewijs.csv"}},
		{`made key`, []string{"keys", "create", "--keys", `stad\..\mijn sleutels.db`, "--name", "ik"}},
		{`ik +valuation`, []string{"keys", "list", "--keys", `W:\Mijn werk\mijn sleutels.db`}},
		{`1 added`, []string{"images", "add", "camera", "--photos", `W:\Mijn werk\fotos`}},
		{homes[0]["bag_id"], []string{"images", "list", "--photos", "fotos"}},
		{`1 homes with 1 photos: 0 faults`, []string{"images", "verify", "--photos", "fotos"}},
		{`made a signing key`, []string{"images", "signing-key", "--signing-keys", "beelden.keys"}},
		{`values homes on any day`, []string{"build", "-c", "gevel.yaml"}},
		{`is whole`, []string{"verify", "nog een"}},
		{`is the newest in`, []string{"publish", "nog een", `C:\gepubliceerd`}},
		{`there is no file of homes geen.csv`, []string{"value", "geen.csv"}},
		{`Windows takes no such name`, []string{"value", "woningen 2.csv", "-o", "wat?.csv"}},
	} {
		w.gevel(step.want, step.args...)
	}

	input, keyboard, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	other := w.start(input, w.log("other"), "cmd", "/c", "pause > open.csv")
	for range 600 {
		if _, err := os.Stat(filepath.Join(w.work, "open.csv")); err == nil {
			break
		}
		time.Sleep(time.Second / 2)
	}
	w.gevel(`open.csv: this user may not do that, or another program has it open; close it there`, "value", "woningen 2.csv", "-o", "open.csv")
	if err := errors.Join(keyboard.Close(), other.Wait()); err != nil {
		t.Error(err)
	}
	w.gevel(`40 homes in woningen 2.csv`, "value", "woningen 2.csv", "-o", "open.csv")
	if left, err := filepath.Glob(filepath.Join(w.work, ".*.draft")); err != nil || len(left) > 0 {
		t.Errorf("drafts are left: %v, %v", left, err)
	}
}
