// SPDX-License-Identifier: BSD-3-Clause
// Runs a program on a RISC-V core, module `core` of cores/, of which Verilator has made C++, and says what each stretch
// between two marks took:
//
//     testbench PROGRAM.elf FLASH_WAIT_STATES RAM_WAIT_STATES
//
// A line `stretch CYCLES INSTRUCTIONS` follows what the program had printed until then. The exit code is the program's.
//
// The core has a bus for instructions and one for data. Both reach both memories, at once, as through a crossbar. A
// memory is 32 bits wide and answers an access that is granted in cycle t in cycle t + 1 + N, N being its wait states,
// where it may grant the next one. There is no cache, no prefetch beyond the core's own, and no other master.
#include "Vcore.h"
#include "verilated.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace
{

constexpr uint32_t FLASH = 0;
constexpr uint32_t RAM = 0x10000000;
constexpr uint32_t BYTES = 1 << 20; // of each
constexpr uint32_t REGISTERS = 0x80000000;
constexpr uint64_t RESET = 4;                 // cycles
constexpr uint64_t MOST_CYCLES = 1000000000U; // a program that takes more is lost

// Word stores to these offsets from REGISTERS do something.
enum Register : uint32_t { PRINT = 0, EXIT = 4, MARK_BEGIN = 8, MARK_END = 12 };

[[noreturn]] void fail(const std::string &what)
{
    std::fprintf(stderr, "testbench: %s\n", what.c_str());
    std::exit(3);
}

class Memories
{
    std::vector<uint8_t> flash_ = std::vector<uint8_t>(BYTES);
    std::vector<uint8_t> ram_ = std::vector<uint8_t>(BYTES);
    unsigned flash_wait_;
    unsigned ram_wait_;

  public:
    Memories(unsigned flash_wait, unsigned ram_wait) : flash_wait_(flash_wait), ram_wait_(ram_wait)
    {
    }

    // Four bytes from an address on; a null pointer outside of the memories.
    uint8_t *at(uint32_t address)
    {
        if (address - FLASH <= BYTES - 4) {
            return flash_.data() + (address - FLASH);
        }
        return address - RAM <= BYTES - 4 ? ram_.data() + (address - RAM) : nullptr;
    }

    unsigned wait_states(uint32_t address) const
    {
        return address >= REGISTERS ? 0 : address >= RAM ? ram_wait_ : flash_wait_;
    }

    void load(const char *path)
    {
        std::ifstream file(path, std::ios::binary);
        const std::vector<char> image((std::istreambuf_iterator<char>(file)), {});
        Elf32_Ehdr header;
        if (image.size() < sizeof header) {
            fail(std::string("cannot read ") + path);
        }
        std::memcpy(&header, image.data(), sizeof header);
        if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_machine != EM_RISCV) {
            fail(std::string(path) + " is no program for RISC-V");
        }
        for (unsigned i = 0; i < header.e_phnum; i++) {
            Elf32_Phdr part;
            std::memcpy(&part, image.data() + header.e_phoff + i * sizeof part, sizeof part);
            if (part.p_type == PT_LOAD && part.p_filesz != 0) {
                if (at(part.p_paddr) == nullptr || at(part.p_paddr + part.p_filesz - 4) == nullptr) {
                    fail("the program does not fit the memories");
                }
                std::memcpy(at(part.p_paddr), image.data() + part.p_offset, part.p_filesz);
            }
        }
    }
};

// The side of a bus that answers. One access is under way at most, beside the one that is answered in this cycle.
class Bus
{
    bool pending_ = false;
    unsigned left_ = 0; // cycles until the answer
    uint32_t data_ = 0;

  public:
    bool answers() const
    {
        return pending_ && left_ == 0;
    }
    bool grants() const
    {
        return !pending_ || left_ == 0;
    }
    uint32_t data() const
    {
        return data_;
    }

    void accept(unsigned wait_states, uint32_t data)
    {
        pending_ = true;
        left_ = wait_states;
        data_ = data;
    }

    void pass() // a cycle in which nothing is granted
    {
        if (answers()) {
            pending_ = false;
        } else if (pending_) {
            left_--;
        }
    }
};

struct Counts {
    uint64_t cycles = 0;
    uint64_t instructions = 0;
};

class Machine
{
    VerilatedContext context_;
    Vcore core_{&context_};
    Memories &memories_;
    Bus fetches_;
    Bus accesses_;
    Counts now_;
    Counts begun_;
    bool ended_ = false;
    int code_ = 0;

    void touch_register(uint32_t offset, uint32_t value)
    {
        switch (offset) {
        case PRINT:
            std::putchar(static_cast<int>(value & 0xff));
            break;
        case EXIT:
            ended_ = true;
            code_ = static_cast<int>(value & 0xff);
            break;
        case MARK_BEGIN:
            begun_ = now_;
            break;
        case MARK_END:
            std::printf("stretch %llu %llu\n", static_cast<unsigned long long>(now_.cycles - begun_.cycles),
                        static_cast<unsigned long long>(now_.instructions - begun_.instructions));
            break;
        default:
            fail("no such register: " + std::to_string(offset));
        }
    }

    // Does what the data bus asks for, and returns the word that was there.
    uint32_t touch(uint32_t address)
    {
        if (address >= REGISTERS) {
            if (core_.data_we) {
                touch_register(address - REGISTERS, core_.data_wdata);
            }
            return 0;
        }
        uint8_t *const at = memories_.at(address & ~3U);
        uint32_t word;
        if (at == nullptr) {
            fail("an access outside the memories: " + std::to_string(address));
        }
        std::memcpy(&word, at, sizeof word);
        for (unsigned byte = 0; core_.data_we && byte < 4; byte++) {
            if ((core_.data_be >> byte & 1) != 0) {
                at[byte] = static_cast<uint8_t>(core_.data_wdata >> (8 * byte));
            }
        }
        return word;
    }

    uint32_t fetched(uint32_t address)
    {
        const uint8_t *const at = memories_.at(address & ~3U);
        uint32_t word = 0; // a core may fetch ahead past a jump, from anywhere
        if (at != nullptr) {
            std::memcpy(&word, at, sizeof word);
        }
        return word;
    }

    void cycle()
    {
        core_.clk = 0;
        core_.fetch_valid = fetches_.answers();
        core_.fetch_data = fetches_.data();
        core_.fetch_grant = fetches_.grants();
        core_.data_valid = accesses_.answers();
        core_.data_rdata = accesses_.data();
        core_.data_grant = accesses_.grants();
        core_.eval();
        // What was asked for, before the clock's edge changes it.
        const bool fetches = core_.fetch_req && core_.fetch_grant;
        const bool accesses = core_.data_req && core_.data_grant;
        const uint32_t fetch_address = core_.fetch_addr;
        const uint32_t data_address = core_.data_addr;
        now_.instructions += core_.retired;
        const uint32_t read = accesses ? touch(data_address) : 0;
        const uint32_t word = fetches ? fetched(fetch_address) : 0;
        core_.clk = 1;
        core_.eval();
        fetches ? fetches_.accept(memories_.wait_states(fetch_address), word) : fetches_.pass();
        accesses ? accesses_.accept(memories_.wait_states(data_address), read) : accesses_.pass();
        now_.cycles++;
    }

  public:
    explicit Machine(Memories &memories) : memories_(memories)
    {
    }

    int run()
    {
        core_.clk = 0;
        core_.rst_n = 1; // so that a falling edge follows, for cores whose reset is asynchronous
        core_.eval();
        while (!ended_ && now_.cycles < MOST_CYCLES) {
            core_.rst_n = now_.cycles >= RESET;
            cycle();
        }
        if (!ended_) {
            fail("the program does not end");
        }
        return code_;
    }
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 4) {
        fail("usage: testbench PROGRAM.elf FLASH_WAIT_STATES RAM_WAIT_STATES");
    }
    Memories memories(static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)),
                      static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)));
    memories.load(argv[1]);
    return std::make_unique<Machine>(memories)->run();
}
