// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {FeeAccruals} from "../core/FeeAccruals.sol";
import {Route, Routes} from "../core/Routes.sol";
import {IJobEscrow} from "./interfaces/IJobEscrow.sol";

/// @title Escrow of jobs (ERC-8183)
/// @notice Holds what clients put aside for jobs, and pays each amount once. Has no owner and cannot be upgraded.
/// @dev What a job pays comes from its own `escrowed`, never from its price or the balance: a job that was not funded has
/// nothing there.
contract JobEscrow is IJobEscrow, Routes, FeeAccruals {
    using SafeERC20 for IERC20;

    /// @dev A job in seven slots and its description.
    struct Stored {
        address client;
        uint48 expiredAt;
        JobStatus status;
        uint16 feeBps;
        address provider;
        uint96 merchantId;
        address evaluator;
        address registry;
        address token;
        uint128 budget;
        uint128 escrowed;
        string description;
    }

    /// @inheritdoc IJobEscrow
    uint256 public constant REVIEW_PERIOD = 3 days;

    /// @inheritdoc IJobEscrow
    mapping(address client => uint256) public jobCount;
    mapping(uint256 jobId => Stored) private _jobs;

    /// @inheritdoc IJobEscrow
    function createJob(
        address provider,
        address evaluator,
        uint256 expiredAt,
        string calldata description,
        address hook
    ) external nonReentrant returns (uint256 jobId) {
        if (hook != address(0)) revert HooksNotSupported(hook);
        if (evaluator == address(0) || evaluator == provider) revert InvalidEvaluator(evaluator);
        if (provider == address(this)) revert InvalidProvider(provider);
        if (expiredAt > type(uint48).max) revert OutOfBounds(expiredAt);
        _requireTimeForWork(expiredAt);
        bytes32 terms = keccak256(abi.encode(provider, evaluator, expiredAt, description));
        jobId = uint256(keccak256(abi.encode(block.chainid, address(this), msg.sender, jobCount[msg.sender]++, terms)));
        Stored storage job = _jobs[jobId];
        (job.client, job.expiredAt, job.status) = (msg.sender, uint48(expiredAt), JobStatus.Open);
        (job.provider, job.evaluator, job.description) = (provider, evaluator, description);
        emit JobCreated(jobId, msg.sender, provider, evaluator, expiredAt, description);
    }

    /// @inheritdoc IJobEscrow
    function setTerms(uint256 jobId, address registry, uint256 merchantId, address token) external nonReentrant {
        Stored storage job = _open(jobId);
        _requireClient(jobId, job);
        if (registry == address(0)) revert InvalidTerms();
        if (job.registry != address(0)) revert TermsAlreadySet(jobId);
        if (merchantId > type(uint96).max) revert OutOfBounds(merchantId);
        (job.registry, job.merchantId, job.token) = (registry, uint96(merchantId), token);
        emit TermsSet(registry, jobId, msg.sender, merchantId, token);
    }

    /// @inheritdoc IJobEscrow
    function setProvider(uint256 jobId, address provider, bytes calldata) external nonReentrant {
        Stored storage job = _open(jobId);
        _requireClient(jobId, job);
        bool isRefused = provider == address(0) || provider == address(this) || provider == job.evaluator;
        if (isRefused || job.provider != address(0)) revert InvalidProvider(provider);
        job.provider = provider;
        emit ProviderSet(jobId, provider);
    }

    /// @inheritdoc IJobEscrow
    function setBudget(uint256 jobId, uint256 amount, bytes calldata) external nonReentrant {
        Stored storage job = _open(jobId);
        if (msg.sender != job.client && msg.sender != job.provider) revert Unauthorized(jobId, msg.sender);
        if (amount > type(uint128).max) revert OutOfBounds(amount);
        job.budget = uint128(amount);
        emit BudgetSet(jobId, msg.sender, amount);
    }

    /// @inheritdoc IJobEscrow
    function fund(uint256 jobId, uint256 expectedBudget, bytes calldata) external nonReentrant {
        Stored storage job = _open(jobId);
        _requireClient(jobId, job);
        address token = job.token;
        uint256 budget = job.budget;
        if (job.registry == address(0)) revert TermsNotSet(jobId);
        if (job.provider == address(0) || job.provider == token) revert InvalidProvider(job.provider);
        if (budget == 0) revert ZeroBudget(jobId);
        if (budget != expectedBudget) revert BudgetMismatch(budget, expectedBudget);
        _requireTimeForWork(job.expiredAt);
        Route memory route = _askRoute(job.registry, job.merchantId, token);
        (job.status, job.feeBps, job.escrowed) = (JobStatus.Funded, uint16(route.feeBps), uint128(budget));
        _tellFunded(jobId, job);
        IERC20(token).safeTransferFrom(msg.sender, address(this), budget);
    }

    /// @inheritdoc IJobEscrow
    function submit(uint256 jobId, bytes32 deliverable, bytes calldata) external nonReentrant {
        Stored storage job = _jobs[jobId];
        if (job.status != JobStatus.Funded) revert WrongStatus(jobId, job.status);
        if (msg.sender != job.provider) revert Unauthorized(jobId, msg.sender);
        uint256 until = job.expiredAt - REVIEW_PERIOD;
        if (block.timestamp >= until) revert SubmissionClosed(jobId, until);
        job.status = JobStatus.Submitted;
        emit JobSubmitted(job.registry, jobId, msg.sender, deliverable);
    }

    /// @inheritdoc IJobEscrow
    function complete(uint256 jobId, bytes32 reason, bytes calldata) external nonReentrant {
        Stored storage job = _jobs[jobId];
        if (job.status != JobStatus.Submitted) revert WrongStatus(jobId, job.status);
        if (msg.sender != job.evaluator) revert Unauthorized(jobId, msg.sender);
        if (block.timestamp >= job.expiredAt) revert JobHasExpired(jobId, job.expiredAt);
        uint256 fee = _feeOf(job.escrowed, job.feeBps);
        job.status = JobStatus.Completed;
        job.escrowed -= uint128(fee);
        _accrue(job.registry, job.token, fee);
        emit JobCompleted(job.registry, jobId, msg.sender, reason, job.escrowed, fee);
        _release(jobId, job);
    }

    /// @inheritdoc IJobEscrow
    function reject(uint256 jobId, bytes32 reason, bytes calldata) external nonReentrant {
        Stored storage job = _jobs[jobId];
        JobStatus from = job.status;
        if (from != JobStatus.Open) _requireUndecided(jobId, from);
        address rejector = from == JobStatus.Open ? job.client : job.evaluator;
        if (msg.sender != rejector) revert Unauthorized(jobId, msg.sender);
        job.status = JobStatus.Rejected;
        emit JobRejected(job.registry, jobId, msg.sender, from, reason, job.escrowed);
        _release(jobId, job);
    }

    /// @inheritdoc IJobEscrow
    function claimRefund(uint256 jobId) external nonReentrant {
        Stored storage job = _jobs[jobId];
        JobStatus from = job.status;
        _requireUndecided(jobId, from);
        if (block.timestamp < job.expiredAt) revert NotExpired(jobId, job.expiredAt);
        job.status = JobStatus.Expired;
        emit JobExpired(job.registry, jobId, job.client, from, job.escrowed);
        _release(jobId, job);
    }

    /// @inheritdoc IJobEscrow
    function claim(uint256 jobId) external nonReentrant returns (uint256 amount) {
        Stored storage job = _jobs[jobId];
        amount = job.escrowed;
        if (job.status < JobStatus.Completed || amount == 0) revert NothingHeld(jobId);
        job.escrowed = 0;
        address to = _payee(job);
        _tellPaid(jobId, job, to, amount);
        IERC20(job.token).safeTransfer(to, amount);
    }

    /// @inheritdoc IJobEscrow
    function getJob(uint256 jobId) external view returns (Job memory job) {
        Stored storage stored = _jobs[jobId];
        (job.client, job.provider, job.evaluator) = (stored.client, stored.provider, stored.evaluator);
        (job.expiredAt, job.status, job.feeBps) = (stored.expiredAt, stored.status, stored.feeBps);
        (job.registry, job.merchantId, job.token) = (stored.registry, stored.merchantId, stored.token);
        (job.budget, job.escrowed, job.description) = (stored.budget, stored.escrowed, stored.description);
    }

    /// @dev Sends the money of a decided job. The decision stands when the token refuses the transfer: the money then stays
    /// with the job.
    function _release(uint256 jobId, Stored storage job) private {
        uint256 amount = job.escrowed;
        if (amount == 0) return;
        job.escrowed = 0;
        address to = _payee(job);
        if (IERC20(job.token).trySafeTransfer(to, amount)) return _tellPaid(jobId, job, to, amount);
        job.escrowed = uint128(amount);
        emit PaymentHeld(job.registry, jobId, to, amount);
    }

    /// @dev Whose a decided job's money is.
    function _payee(Stored storage job) private view returns (address) {
        return job.status == JobStatus.Completed ? job.provider : job.client;
    }

    function _tellPaid(uint256 jobId, Stored storage job, address to, uint256 amount) private {
        if (job.status == JobStatus.Completed) emit PaymentReleased(job.registry, jobId, to, amount);
        else emit Refunded(job.registry, jobId, to, amount);
    }

    function _tellFunded(uint256 jobId, Stored storage job) private {
        emit JobFunded(
            job.registry,
            jobId,
            job.client,
            job.provider,
            job.evaluator,
            job.merchantId,
            job.token,
            job.budget,
            job.feeBps,
            job.expiredAt
        );
    }

    function _open(uint256 jobId) private view returns (Stored storage job) {
        job = _jobs[jobId];
        if (job.status != JobStatus.Open) revert WrongStatus(jobId, job.status);
    }

    function _requireClient(uint256 jobId, Stored storage job) private view {
        if (msg.sender != job.client) revert Unauthorized(jobId, msg.sender);
    }

    /// @dev Reverts `WrongStatus` unless money waits for a decision.
    function _requireUndecided(uint256 jobId, JobStatus status) private pure {
        if (status != JobStatus.Funded && status != JobStatus.Submitted) revert WrongStatus(jobId, status);
    }

    /// @dev Reverts `ExpiryTooSoon` when nothing could be handed in any more.
    function _requireTimeForWork(uint256 expiredAt) private view {
        uint256 earliest = block.timestamp + REVIEW_PERIOD;
        if (expiredAt <= earliest) revert ExpiryTooSoon(expiredAt, earliest);
    }
}
