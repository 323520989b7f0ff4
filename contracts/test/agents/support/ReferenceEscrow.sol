// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";

/// @title An escrow that pays what a job costs instead of what it holds
/// @dev The least that behaves as a published implementation of ERC-8183 does: `claimRefund` takes every job that is not
/// over, and sends its price. For the tests alone.
contract ReferenceEscrow {
    struct Job {
        address client;
        address provider;
        uint256 budget;
        uint256 expiredAt;
        bool isFunded;
        bool isOver;
    }

    LocalFiatToken public immutable token;
    Job[] public jobs;

    constructor(LocalFiatToken token_) {
        token = token_;
    }

    function createJob(address provider, address, uint256 expiredAt, string calldata, address)
        external
        returns (uint256 jobId)
    {
        jobId = jobs.length;
        jobs.push(Job(msg.sender, provider, 0, expiredAt, false, false));
    }

    function setBudget(uint256 jobId, uint256 amount, bytes calldata) external {
        jobs[jobId].budget = amount;
    }

    function fund(uint256 jobId, uint256, bytes calldata) external {
        jobs[jobId].isFunded = true;
        require(token.transferFrom(msg.sender, address(this), jobs[jobId].budget));
    }

    function reject(uint256 jobId, bytes32, bytes calldata) external {
        _refund(jobId);
    }

    function claimRefund(uint256 jobId) external {
        require(block.timestamp >= jobs[jobId].expiredAt);
        _refund(jobId);
    }

    function _refund(uint256 jobId) private {
        Job storage job = jobs[jobId];
        require(!job.isOver);
        job.isOver = true;
        require(token.transfer(job.client, job.budget));
    }
}
