// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../../src/agents/interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "../../../src/agents/interfaces/IJobEscrow.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {HostileRegistry} from "../../core/support/HostileRegistry.sol";
import {JobLedger} from "./JobLedger.sol";

/// @title One escrow, an honest registry with two treasuries and a hostile one with one, and a thief with the agent's key
contract JobHandler is JobLedger {
    uint256 private constant PARTIES = 4;
    uint256 private constant THIEVES = 10;
    uint256 private constant SUPPLY = 1_000_000_000_000;

    uint256 public withdrawnCount;

    HostileRegistry private _hostile = new HostileRegistry();
    address private immutable _villain = named("owner by the hostile registry");
    address private immutable _hostileTreasury = named("treasury of the hostile registry");
    address private immutable _keeper = named("where owners withdraw to");
    uint256 private _counter;
    bytes32[] private _waiting;
    mapping(bytes32 id => uint256) private _purseOf;
    mapping(bytes32 id => IAgentTreasury.JobOrder) private _orders;

    constructor() {
        setUp();
        _hostile.setRoute(uint160(_villain), 300, 1);
        _hostile.setAccounts(uint160(_villain), uint160(_villain));
        _hostile.setTreasury(uint160(_hostileTreasury));
        _addPurse(0, address(registry), merchantA);
        _addPurse(1, address(registry), merchantB);
        _addPurse(2, address(_hostile), merchantA);
        for (uint256 i = 0; i < PARTIES; ++i) {
            _give(_client(i), SUPPLY);
            accounts.push(_vendor(i));
            for (uint256 t = 0; t < 2; ++t) {
                vm.prank(_client(i));
                tokenAt(t).approve(address(escrow), type(uint256).max);
            }
        }
        for (uint256 i = 0; i < THIEVES; ++i) {
            accounts.push(thief(i));
        }
        address[6] memory others = [treasury, _hostileTreasury, _keeper, _villain, client, address(escrow)];
        for (uint256 i = 0; i < others.length; ++i) {
            accounts.push(others[i]);
            for (uint256 t = 0; t < 2; ++t) {
                booked[others[i]][tokenAt(t)] = tokenAt(t).balanceOf(others[i]);
            }
        }
    }

    function tokenAt(uint256 i) public view returns (LocalFiatToken) {
        return i % 2 == 0 ? usdc : eurc;
    }

    function thief(uint256 i) public pure returns (address) {
        return vm.addr(uint256(keccak256(abi.encode("thief", i % THIEVES))));
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    function jobCount() external view returns (uint256) {
        return _jobs.length;
    }

    /// @dev What the escrow owes of a token: to jobs, and to both registries.
    function owed(LocalFiatToken token) external view returns (uint256) {
        return heldIn[token] + escrow.accrued(address(registry), address(token))
            + escrow.accrued(address(_hostile), address(token));
    }

    /// @dev What the job itself says, beside what the events say.
    function jobAt(uint256 i) external view returns (Seen memory seen, IJobEscrow.Job memory job) {
        return (_jobs[i], escrow.getJob(_jobs[i].id));
    }

    /// @dev What a treasury says it has spent, and what it has by the events.
    function spentOf(uint256 i) external view returns (uint256 said, uint256 sum) {
        Purse storage purse_ = _purses[i % 3];
        said = purse_.place.spentCents();
        for (uint256 s = 0; s < purse_.spends.length; ++s) {
            if (purse_.spends[s].time / 1 days + 30 >= block.timestamp / 1 days) sum += purse_.spends[s].cents;
        }
    }

    function createOne(uint256 seed) external {
        address provider = seed % 5 == 0 ? address(0) : _vendor(seed >> 8);
        uint256 expiredAt = block.timestamp + between(seed >> 16, 2 days, 20 days);
        address evaluator = (seed >> 48) % 4 == 0 ? _client(seed >> 56) : judge;
        bytes memory data = abi.encodeCall(escrow.createJob, (provider, evaluator, expiredAt, "job", address(0)));
        uint256 foretold = expiredAt > block.timestamp + REVIEW ? 1 : 0;
        (bool success, bytes memory result) = _send(_client(seed >> 64), address(escrow), data, foretold);
        if (!success || (seed >> 72) % 6 == 0) return;
        _agree(seed, abi.decode(result, (uint256)));
        if ((seed >> 136) % 4 != 0) fundOne((seed >> 140) << 8 | 7);
    }

    /// @dev Gives a new job terms and a price.
    function _agree(uint256 seed, uint256 jobId) private {
        address registry_ = (seed >> 80) % 4 == 0 ? address(_hostile) : address(registry);
        address token = address(tokenAt(seed >> 88));
        bytes memory data = abi.encodeCall(escrow.setTerms, (jobId, registry_, merchantA, token));
        _send(_client(seed >> 64), address(escrow), data, 1);
        data = abi.encodeCall(escrow.setBudget, (jobId, between(seed >> 96, 0, 1_000_000), ""));
        _send(_client(seed >> 64), address(escrow), data, 1);
    }

    function changePrice(uint256 seed) external {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        address sender = _party(job, seed >> 16);
        bool isDone = job.status == IJobEscrow.JobStatus.Open && (sender == job.client || sender == job.provider);
        bytes memory data = abi.encodeCall(escrow.setBudget, (job.id, between(seed >> 24, 0, 1_000_000), ""));
        _send(sender, address(escrow), data, isDone ? 1 : 0);
        data = abi.encodeCall(escrow.setProvider, (job.id, _vendor(seed >> 64), ""));
        isDone = job.status == IJobEscrow.JobStatus.Open && sender == job.client && job.provider == address(0);
        _send(sender, address(escrow), data, isDone ? 1 : 0);
    }

    function fundOne(uint256 seed) public {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        uint256 expected = (seed >> 16) % 8 == 0 ? job.budget + 1 : job.budget;
        address sender = (seed >> 24) % 8 == 0 ? _party(job, seed >> 32) : job.client;
        bool isAgreed = job.status == IJobEscrow.JobStatus.Open && sender == job.client && job.budget != 0
            && expected == job.budget && job.registry != address(0) && job.provider != address(0)
            && block.timestamp + REVIEW < job.expiredAt;
        uint256 foretold = 0;
        // A treasury's job is never open between calls.
        if (isAgreed && _moves(job.token, job.client)) foretold = job.registry == address(registry) ? 1 : 2;
        _send(sender, address(escrow), abi.encodeCall(escrow.fund, (job.id, expected, "")), foretold);
    }

    function submitOne(uint256 seed) external {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        address sender = (seed >> 16) % 6 == 0 ? _party(job, seed >> 24) : job.provider;
        bool isDone = job.status == IJobEscrow.JobStatus.Funded && sender == job.provider
            && block.timestamp + REVIEW < job.expiredAt;
        _send(sender, address(escrow), abi.encodeCall(escrow.submit, (job.id, WORK, "")), isDone ? 1 : 0);
    }

    function completeOne(uint256 seed) external {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        bool isDone = job.status == IJobEscrow.JobStatus.Submitted && block.timestamp < job.expiredAt;
        if (_isPurse(job.evaluator)) {
            _rule(seed, job.evaluator, abi.encodeCall(IAgentTreasury.completeJob, (job.id, REASON)), isDone);
            return;
        }
        address sender = (seed >> 16) % 6 == 0 ? _party(job, seed >> 24) : job.evaluator;
        bytes memory data = abi.encodeCall(escrow.complete, (job.id, REASON, ""));
        _send(sender, address(escrow), data, isDone && sender == job.evaluator ? 1 : 0);
    }

    function rejectOne(uint256 seed) external {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        bool isHeld = job.status == IJobEscrow.JobStatus.Funded || job.status == IJobEscrow.JobStatus.Submitted;
        if (_isPurse(job.evaluator)) {
            _rule(seed, job.evaluator, abi.encodeCall(IAgentTreasury.rejectJob, (job.id, REASON)), isHeld);
            return;
        }
        address sender = _party(job, seed >> 16);
        bool isDone = job.status == IJobEscrow.JobStatus.Open ? sender == job.client : isHeld && sender == job.evaluator;
        bytes memory data = abi.encodeCall(escrow.reject, (job.id, REASON, ""));
        _send(sender, address(escrow), data, isDone ? 1 : 0);
    }

    function claimRefund(uint256 seed) external {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        bool isHeld = job.status == IJobEscrow.JobStatus.Funded || job.status == IJobEscrow.JobStatus.Submitted;
        bytes memory data = abi.encodeCall(escrow.claimRefund, (job.id));
        _send(thief(seed >> 16), address(escrow), data, isHeld && block.timestamp >= job.expiredAt ? 1 : 0);
    }

    function claim(uint256 seed) external {
        if (_jobs.length == 0) return;
        Seen memory job = _job(seed);
        bool isOver = job.status > IJobEscrow.JobStatus.Submitted && job.held != 0;
        address to = job.status == IJobEscrow.JobStatus.Completed ? job.provider : job.client;
        bool isDone = isOver && !job.token.paused() && !job.token.isBlacklisted(to);
        _send(thief(seed >> 16), address(escrow), abi.encodeCall(escrow.claim, (job.id)), isDone ? 1 : 0);
    }

    /// @dev The agent proposes, mostly what could be good.
    function proposeOne(uint256 seed) external {
        _propose(seed, _vendor(seed >> 8), (seed >> 16) % 4 == 0 ? judge : address(0));
    }

    /// @dev Who has the agent's key tries its own addresses, as vendor, evaluator or both.
    function steal(uint256 seed) external {
        address to = (seed >> 24) % 2 == 0 ? thief(seed >> 8) : _vendor(seed >> 8);
        uint256 jobId = _propose(seed, to, (seed >> 32) % 2 == 0 ? thief(seed >> 16) : address(0));
        if (jobId != 0) vm.assertFalse(to == thief(seed >> 8), "a job for the thief");
        Purse storage purse_ = _purses[seed % 3];
        bytes[4] memory calls = [
            abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), agent, 1)),
            abi.encodeCall(IAgentTreasury.setVendor, (thief(seed), true)),
            abi.encodeCall(IAgentTreasury.resetSpend, ()),
            abi.encodeCall(IAgentTreasury.setAgent, (thief(seed)))
        ];
        _send(agent, address(purse_.place), calls[(seed >> 40) % 4], 0);
    }

    /// @dev The owner approves what waits for one of the vendors, listed or not; others never.
    function approveOne(uint256 seed) external {
        if (_waiting.length == 0) return;
        bytes32 id = _waiting[(seed >> 8) % _waiting.length];
        IAgentTreasury.JobOrder memory o = _orders[id];
        Purse storage purse_ = _purses[_purseOf[id]];
        bytes memory data = abi.encodeCall(IAgentTreasury.approveJob, (id, o));
        if ((seed >> 16) % 4 == 0) {
            _send(agent, address(purse_.place), data, 0);
            return;
        }
        bool isThiefs = true;
        for (uint256 i = 0; i < PARTIES; ++i) {
            if (o.vendor == _vendor(i)) isThiefs = false;
        }
        if (isThiefs) data = abi.encodeCall(IAgentTreasury.cancelProposal, (id));
        _send(_ruler(address(purse_.place)), address(purse_.place), data, 2);
    }

    function changePolicy(uint256 seed) external {
        Purse storage purse_ = _purses[seed % 3];
        IAgentTreasury.Policy memory changed = standard();
        changed.evaluator = (seed >> 8) % 3 == 0 ? judge : address(0);
        changed.approvalThresholdCents = uint64(between(seed >> 16, 0, THRESHOLD));
        changed.vendorDailyCents = uint64(between(seed >> 48, 0, VENDOR_DAY));
        changed.monthlyCapCents = uint64(between(seed >> 80, 0, MONTH_CAP));
        IAgentTreasury.TokenPolicy[] memory tokens = rates();
        for (uint256 t = 0; t < 2; ++t) {
            tokens[t].reserve = uint128((seed >> 112) % 3 == 0 ? between(seed >> 120, 0, DEPOSIT) : 0);
        }
        bytes memory data = abi.encodeCall(IAgentTreasury.setPolicy, (changed, tokens));
        (bool success,) = _send(_ruler(address(purse_.place)), address(purse_.place), data, 2);
        if (!success) return;
        purse_.policy = changed;
        for (uint256 t = 0; t < 2; ++t) {
            purse_.reserve[tokenAt(t)] = tokens[t].reserve;
        }
    }

    function changeVendor(uint256 seed) external {
        Purse storage purse_ = _purses[seed % 3];
        bool isListed = (seed >> 16) % 3 != 0;
        bytes memory data = abi.encodeCall(IAgentTreasury.setVendor, (_vendor(seed >> 8), isListed));
        (bool success,) = _send(_ruler(address(purse_.place)), address(purse_.place), data, 2);
        if (success) purse_.isListed[_vendor(seed >> 8)] = isListed;
        if ((seed >> 24) % 8 != 0) return;
        _send(_ruler(address(purse_.place)), address(purse_.place), abi.encodeCall(IAgentTreasury.resetSpend, ()), 2);
    }

    /// @dev The owner has what is there, whenever the token moves; closing the merchant changes nothing.
    function withdrawSome(uint256 seed) external {
        Purse storage purse_ = _purses[seed % 2];
        LocalFiatToken token = tokenAt(seed >> 8);
        uint256 balance = token.balanceOf(address(purse_.place));
        uint256 amount = (seed >> 16) % 8 == 0 ? balance + 1 : between(seed >> 24, 0, balance / 8 + 1);
        bytes memory data = abi.encodeCall(IAgentTreasury.withdraw, (address(token), _keeper, amount));
        _send(thief(seed >> 64), address(purse_.place), data, 0);
        bool isDone = amount <= balance && !token.paused() && !token.isBlacklisted(address(purse_.place));
        (bool success,) = _send(owner, address(purse_.place), data, isDone ? 1 : 0);
        if (success) withdrawnCount += 1;
    }

    function deposit(uint256 seed) external {
        LocalFiatToken token = tokenAt(seed >> 8);
        address to = address(_purses[seed % 3].place);
        if (token.paused() || token.isBlacklisted(to)) return;
        uint256 amount = between(seed >> 16, 1, DEPOSIT / 100);
        mint(token, to, amount);
        booked[to][token] += amount;
    }

    function sweep(uint256 seed) external {
        address registry_ = seed % 2 == 0 ? address(registry) : address(_hostile);
        bytes memory data = abi.encodeCall(escrow.sweepFees, (registry_, address(tokenAt(seed >> 8))));
        _send(thief(seed), address(escrow), data, 2);
    }

    function changeHostile(uint256 seed) external {
        _hostile.setRoute(uint160(_villain), (seed >> 32) % 310, (seed >> 48) % 8 == 0 ? (seed >> 56) % 4 : 1);
        uint256 mood = seed % 3 == 0 ? (seed >> 72) % 8 : 0;
        uint256 other = seed % 5 == 0 ? (seed >> 80) % 7 : 0;
        _hostile.setMood(HostileRegistry.Mood(mood), HostileRegistry.Mood(other));
    }

    function blockAccount(uint256 seed) external {
        address[3] memory some = [_vendor(seed >> 8), _client(seed >> 8), address(_purses[(seed >> 8) % 3].place)];
        address account = some[seed % 3];
        if (!usdc.isBlacklisted(account)) setBlacklisted(account, true);
    }

    function unblockAll(uint256 seed) external {
        for (uint256 i = 0; i < PARTIES; ++i) {
            _unblock(_vendor(i));
            _unblock(_client(i));
            if (i < 3) _unblock(address(_purses[i].place));
        }
        for (uint256 t = 0; t < 2; ++t) {
            bool paused = (seed >> t * 8) % 6 == 0;
            vm.prank(tokenOwner);
            if (paused) tokenAt(t).pause();
            else tokenAt(t).unpause();
        }
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + (time % 6 == 0 ? between(time, 1 days, 12 days) : between(time, 0, 12 hours)));
    }

    function _propose(uint256 seed, address to, address evaluator) private returns (uint256 jobId) {
        Purse storage purse_ = _purses[seed % 3];
        bytes32 id = keccak256(abi.encode(++_counter));
        IAgentTreasury.JobOrder memory o = order_(0);
        (o.vendor, o.evaluator, o.token) = (to, evaluator, address(tokenAt(seed >> 64)));
        o.amount = between(seed >> 72, 1, (seed >> 112) % 4 == 0 ? THRESHOLD * CENT * 2 : THRESHOLD * CENT / 4);
        o.expiredAt = block.timestamp + between(seed >> 120, 3 days + 1, 30 days);
        bytes memory data = abi.encodeCall(IAgentTreasury.proposeJob, (id, o));
        if ((seed >> 160) % 8 == 0) {
            _send(thief(seed >> 168), address(purse_.place), data, 0);
            return 0;
        }
        (bool success, bytes memory result) = _send(agent, address(purse_.place), data, 2);
        if (!success) return 0;
        jobId = abi.decode(result, (uint256));
        if (jobId != 0) return jobId;
        _waiting.push(id);
        (_purseOf[id], _orders[id]) = (seed % 3, o);
    }

    /// @dev A decision of a treasury by its owner, or, one time in eight, by who has the agent's key. The hostile registry
    /// may name no owner.
    function _rule(uint256 seed, address purse_, bytes memory data, bool isPossible) private {
        bool isAgents = (seed >> 24) % 8 == 0;
        bool isHonest = purse_ != address(_purses[2].place);
        uint256 foretold = isAgents || !isPossible ? 0 : isHonest ? 1 : 2;
        _send(isAgents ? agent : _ruler(purse_), purse_, data, foretold);
    }

    function _addPurse(uint256 i, address registry_, uint256 merchantId) private {
        Purse storage purse_ = _purses[i];
        (purse_.place, purse_.registry) = (IAgentTreasury(implementation.deploy(registry_, merchantId)), registry_);
        address ruler = _ruler(address(purse_.place));
        purse_.policy = standard();
        vm.prank(ruler);
        purse_.place.setPolicy(standard(), rates());
        address[] memory vendors = new address[](2);
        (vendors[0], vendors[1]) = (_vendor(0), _vendor(1));
        vm.prank(ruler);
        purse_.place.setVendors(vendors, true);
        (purse_.isListed[vendors[0]], purse_.isListed[vendors[1]]) = (true, true);
        if (i == 0) {
            purse_.isListed[vendor] = true;
            accounts.push(vendor);
        }
        _give(address(purse_.place), DEPOSIT);
    }

    function _give(address to, uint256 amount) private {
        accounts.push(to);
        for (uint256 t = 0; t < 2; ++t) {
            mint(tokenAt(t), to, amount);
            booked[to][tokenAt(t)] = tokenAt(t).balanceOf(to);
        }
    }

    function _unblock(address account) private {
        if (usdc.isBlacklisted(account)) setBlacklisted(account, false);
    }

    /// @dev Among the last dozen, so that jobs are followed to their end.
    function _job(uint256 seed) private view returns (Seen memory) {
        uint256 recent = _jobs.length < 12 ? _jobs.length : 12;
        return _jobs[_jobs.length - 1 - (seed >> 8) % recent];
    }

    function _party(Seen memory job, uint256 seed) private pure returns (address) {
        address[5] memory parties = [job.client, job.provider, job.evaluator, thief(seed), job.client];
        address chosen = parties[seed % 5];
        return chosen == address(0) ? job.client : chosen;
    }

    function _moves(LocalFiatToken token, address from) private view returns (bool) {
        return !token.paused() && !token.isBlacklisted(from);
    }

    function _isPurse(address account) private view returns (bool) {
        for (uint256 i = 0; i < 3; ++i) {
            if (account == address(_purses[i].place)) return true;
        }
        return false;
    }

    /// @dev Who the registry of a treasury says is the owner, when it answers.
    function _ruler(address account) private view returns (address) {
        return account == address(_purses[2].place) ? _villain : owner;
    }

    function _vendor(uint256 seed) private pure returns (address) {
        return vm.addr(uint256(keccak256(abi.encode("vendor", seed % PARTIES))));
    }

    function _client(uint256 seed) private pure returns (address) {
        return vm.addr(uint256(keccak256(abi.encode("client", seed % PARTIES))));
    }
}
